import { useState, type ReactNode } from 'react';
import type { Mention } from '@respa/contract/rich-text';
import { isLonger } from '@respa/contract/characters';
import { RichText } from '#ui/display/rich-text.tsx';
import { IconPinFilled } from '#ui/icons.ts';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { PictureGrid } from '#ui/media/picture-grid.tsx';
import type { PictureSource } from '#ui/media/picture.tsx';
import { PostHead } from './post-head.tsx';
import { PostReactions } from './post-reactions.tsx';
import { Card } from './card.tsx';
import styles from './post-frame.module.css';

export type PostFrameProps = {
  /** The id by which `useNeighbourFocus` finds it in the list. */
  id: string;
  label: string;
  pinned?: boolean;
  /** The author. */
  head: { id: string; name: string; to: string; src: string | null };
  /** The date and the link to the post's own page; without `to` it has none yet. */
  date: { value: string; to?: string };
  /** Small labels beside the date. */
  marks?: ReactNode;
  menu?: ReactNode;
  /** A button beside the author, such as 'Подписаться'. */
  action?: ReactNode;
  /** Likes and comments; without it, no reactions are possible yet. */
  reactions?:
    | {
        liked: boolean;
        likes: number;
        comments: number;
        onLike: () => void;
        likeLabel: string;
        conversation: ReactNode;
        /** Further buttons and reactions, at the end of the row. */
        more?: ReactNode;
      }
    | undefined;
  /** The comments are open from the beginning. */
  isOpen?: boolean;
  /** Replaces the row of reactions. */
  foot?: ReactNode;
  children: ReactNode;
};

/** The frame of every public post: author, date, content and reactions. */
export function PostFrame({
  id,
  label,
  pinned = false,
  head,
  date,
  marks,
  menu,
  action,
  reactions,
  isOpen = false,
  foot,
  children,
}: PostFrameProps) {
  const [hasConversation, setConversation] = useState(isOpen);
  return (
    <Card as="article" inset="flush" aria-label={label} data-post={id}>
      {pinned ? (
        <p className={styles.pinned}>
          <IconPinFilled size={15} aria-hidden="true" />
          Закреплено
        </p>
      ) : null}
      <PostHead head={head} date={date} marks={marks} menu={menu} action={action} />
      {children}
      {reactions === undefined ? (
        foot
      ) : (
        <PostReactions
          reactions={reactions}
          isOpen={hasConversation}
          onTurn={() => setConversation(!hasConversation)}
        />
      )}
      {reactions !== undefined && hasConversation ? (
        <div className={styles.conversation}>{reactions.conversation}</div>
      ) : null}
    </Card>
  );
}

const LONG = 700;
/**
 * The text and the pictures of a post. A press expands a long text and opens a picture in the
 * lightbox.
 */
export function PostBody({
  title = '',
  text,
  mentions,
  pictures,
  isOpen = false,
}: {
  title?: string;
  text: string;
  mentions?: readonly Mention[] | undefined;
  pictures: PictureSource[];
  isOpen?: boolean;
}) {
  const [isWhole, setWhole] = useState(isOpen);
  const [place, setPlace] = useState<number | null>(null);
  const isCut = !isWhole && isLonger(text, LONG);
  return (
    <>
      {title === '' ? null : <h2 className={styles.title}>{title}</h2>}
      {text === '' ? null : (
        <p className={styles.text}>
          <RichText text={text} mentions={mentions} short={isCut ? LONG : undefined} />
          {isCut ? ' ' : null}
          {isCut ? (
            <button type="button" className={styles.whole} onClick={() => setWhole(true)}>
              Показать целиком
            </button>
          ) : null}
        </p>
      )}
      <PictureGrid pictures={pictures} onOpen={setPlace} />
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
    </>
  );
}
/** A small label beside a date. */
export function PostMark({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <span className={styles.mark} title={title}>
      {children}
    </span>
  );
}
/** Reserves the space of a menu that is still loading. */
export const MenuSlot = () => <span className={styles.menu} />;
