import { useState } from 'react';
import { Lightbox } from '#ui/lightbox.tsx';
import { PictureGrid } from '#ui/picture-grid.tsx';
import { picturesOf, type Post } from './api.ts';
import styles from './post-card.module.css';

const LONG = 700;

/** What a post says and shows; a long text is opened by a press. */
export function PostContent({ post, isOpen = false }: { post: Post; isOpen?: boolean }) {
  const [isWhole, setWhole] = useState(isOpen);
  const [place, setPlace] = useState<number | null>(null);
  const isCut = !isWhole && post.title.length > LONG;
  const pictures = picturesOf(post);
  return (
    <>
      {post.title === '' ? null : (
        <p className={styles.text}>
          {isCut ? `${post.title.slice(0, LONG).trimEnd()}… ` : post.title}
          {isCut ? <button type="button" className={styles.whole} onClick={() => setWhole(true)}>Показать целиком</button> : null}
        </p>
      )}
      <PictureGrid pictures={pictures} onOpen={setPlace} />
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
    </>
  );
}
