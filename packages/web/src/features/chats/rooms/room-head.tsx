import type { ComponentProps, ReactNode } from 'react';
import { RoomMenu } from './room-menu.tsx';
import styles from './room.module.css';

/** The header of a room: what its kind of conversation shows, and the menu. */
export function RoomHead({
  children,
  ...menu
}: ComponentProps<typeof RoomMenu> & { children: ReactNode }) {
  return (
    <header className={styles.head}>
      {children}
      <span className={styles.more}>
        <RoomMenu {...menu} />
      </span>
    </header>
  );
}
