import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#ui/media/avatar.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconX } from '#ui/icons.ts';
import styles from './profile-blocks.module.css';

type ProfileSeatProps = {
  to: string;
  title: string;
  /** The name below the picture. */
  name: string;
  picture: Pick<ComponentProps<typeof Avatar>, 'id' | 'src' | 'online'>;
  /** The button that removes it; null on other members' pages. */
  removal: { label: string; onRemove: () => void } | null;
};
/** A friend or a community in a block of a profile. */
export function ProfileSeat({ to, title, name, picture, removal }: ProfileSeatProps) {
  return (
    <li className={styles.seat}>
      <Link to={to} className={styles.friend} title={title}>
        <Avatar {...picture} size={56} />
        <span className={styles.name}>{name}</span>
      </Link>
      {removal === null ? null : (
        <IconButton
          size="small"
          className={styles.part}
          label={removal.label}
          icon={<IconX size={16} />}
          onClick={removal.onRemove}
        />
      )}
    </li>
  );
}
