import { useState, type ReactNode } from 'react';
import { useSettled } from '#lib/network/settled.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { useRooms, type RoomEntry } from '../api.ts';
import styles from './forward-dialog.module.css';

type RoomSearchProps = {
  /** Around the list. */
  className?: string | undefined;
  /** Draws a conversation. */
  children: (room: RoomEntry) => ReactNode;
};
/** The member's conversations, and a field that finds them. */
export function RoomSearch({ className, children }: RoomSearchProps) {
  const [typed, setTyped] = useState('');
  const list = useRooms(useSettled(typed.trim()));
  const rooms = list.data?.pages.flatMap((page) => page.rooms) ?? [];
  return (
    <>
      <SearchField label="Поиск переписки" value={typed} onChange={setTyped} />
      <div className={className}>
        <ListState
          small
          list={list}
          isEmpty={rooms.length === 0}
          skeleton={<PeopleSkeleton rows={4} />}
          empty={<EmptyState small art="search" text="Такой переписки нет" />}
        />
        <ul className={styles.rooms}>{rooms.map(children)}</ul>
        <MorePages list={list} />
      </div>
    </>
  );
}
