import { useState, type ReactNode } from 'react';
import { firstCharacters, isLonger } from '@respa/contract/characters';
import { IconMessage2, IconPinFilled } from '#ui/icons.ts';
import { Link } from 'react-router';
import { shortCount } from '#lib/format.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Card } from './card.tsx';
import { LikeButton } from '#ui/display/like-button.tsx';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { PictureGrid } from '#ui/media/picture-grid.tsx';
import type { PictureSource } from '#ui/media/picture.tsx';
import styles from './post-frame.module.css';
import { Time } from '#ui/display/time.tsx';

type PostFrameProps = {
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
  /** Likes and comments; without it, no reactions are possible yet. */
  reactions?:
    | {
        liked: boolean;
        likes: number;
        comments: number;
        onLike: () => void;
        likeLabel: string;
        conversation: ReactNode;
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
      <header className={styles.head}>
        <Link to={head.to} aria-hidden="true" tabIndex={-1}>
          <Avatar id={head.id} src={head.src} size={42} />
        </Link>
        <span className={styles.words}>
          <Link to={head.to} className={styles.name}>
            {head.name}
          </Link>
          <span className={styles.line}>
            {date.to === undefined ? (
              <span className={styles.date}>
                <Time value={date.value} />
              </span>
            ) : (
              <Link to={date.to} className={styles.date}>
                <Time value={date.value} />
              </Link>
            )}
            {marks}
          </span>
        </span>
        {menu ?? <span className={styles.menu} />}
      </header>
      {children}
      {reactions === undefined ? (
        foot
      ) : (
        <footer className={styles.foot}>
          <LikeButton
            liked={reactions.liked}
            count={reactions.likes}
            onToggle={reactions.onLike}
            label={reactions.likeLabel}
          />
          <button
            type="button"
            className={styles.comments}
            aria-expanded={hasConversation}
            aria-label={`Комментарии: ${reactions.comments}`}
            onClick={() => setConversation(!hasConversation)}
          >
            <IconMessage2 size={20} aria-hidden="true" />
            {reactions.comments > 0 ? shortCount(reactions.comments) : null}
          </button>
        </footer>
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
  pictures,
  isOpen = false,
}: {
  title?: string;
  text: string;
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
          {isCut ? `${firstCharacters(text, LONG).trimEnd()}… ` : text}
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
