import { createContext, useContext, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './link-card.module.css';

/** A link to an object in a message: `id` is the object's, `to` the address in the message. */
export type LinkTarget = { id: string; to: string };
/** The text above the card shows the link itself: without the object there is nothing to show. */
export const BelowText = createContext(false);

type LinkCardProps<T> = {
  to: string;
  /** The object as the reader may see it. */
  found: { data: T | undefined; isPending: boolean; error: Error | null };
  /** What is being loaded, for screen readers: 'видео'. */
  label: string;
  /** Shown if the object does not exist for the reader; otherwise the plain link is. */
  gone?: string;
  /** What the card shows of the object. */
  show: (object: T) => { title: string; text: string; picture: ReactNode };
};
/**
 * A card for an object that a message links to, shown only to those who may see the object. Its
 * height is known before it loads.
 */
export function LinkCard<T>({ to, found, label, gone, show }: LinkCardProps<T>) {
  const isBelow = useContext(BelowText);
  const { data, isPending, error } = found;
  if (isPending)
    return (
      <Skeleton label={`Загружаем ${label}`}>
        <span className={styles.card}>
          <Bone shape="block" width={56} height={56} />
          <span className={styles.words}>
            <Bone width={120} />
            <Bone width={70} />
          </span>
        </span>
      </Skeleton>
    );
  if (data === undefined && isBelow) return <span hidden data-gone />;
  const { status } = (error ?? {}) as { status?: number };
  const isRefused = status === 404 || status === 403;
  if (data === undefined && isRefused && gone !== undefined)
    return (
      <span className={styles.card}>
        <span className={styles.gone}>{gone}</span>
      </span>
    );
  if (data === undefined) return <Link to={to}>{`${location.origin}${to}`}</Link>;
  const { title, text, picture } = show(data);
  return (
    <Link to={to} className={styles.card}>
      <span className={styles.picture}>{picture}</span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.more}>{text}</span>
      </span>
    </Link>
  );
}
