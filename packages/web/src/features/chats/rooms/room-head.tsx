import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconSearch } from '#ui/icons.ts';
import { RoomMenu } from './room-menu.tsx';
import styles from './room.module.css';

type RoomHeadProps = ComponentProps<typeof RoomMenu> & {
  /** The button of the voice room. */
  voice: ReactNode;
  onSearch: () => void;
  children: ReactNode;
};

/** The header of a room: what its kind of conversation shows, the search and the menu. */
export function RoomHead({ children, voice, onSearch, ...menu }: RoomHeadProps) {
  return (
    <header className={styles.head}>
      {children}
      <span className={styles.more}>
        {voice}
        <IconButton label={menu.kind.findLabel} icon={<IconSearch />} onClick={onSearch} />
        <RoomMenu {...menu} />
      </span>
    </header>
  );
}
