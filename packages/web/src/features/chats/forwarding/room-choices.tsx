import { useState } from 'react';
import { FORWARDED } from '@respa/contract/limits';
import { useSettled } from '#lib/network/settled.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useRooms, type RoomEntry } from '../api.ts';
import { RoomChoice } from './room-choice.tsx';
import styles from './forward-dialog.module.css';

type RoomChoicesProps = {
  /** The ids of the chosen conversations. */
  rooms: readonly string[];
  onTurn: (id: string, room: RoomEntry) => void;
};
/** The member's conversations, of which some are chosen. */
export function RoomChoices({ rooms, onTurn }: RoomChoicesProps) {
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim());
  const list = useRooms(query);
  const shown = list.data?.pages.flatMap((page) => page.rooms) ?? [];
  return (
    <>
      <SearchField label="Поиск переписки" value={typed} onChange={setTyped} />
      <div className={styles.scroll}>
        <ListState
          small
          list={list}
          isEmpty={shown.length === 0}
          skeleton={<PeopleSkeleton rows={4} />}
          empty={<EmptyState small art="search" text="Такой переписки нет" />}
        />
        <ul className={styles.rooms}>
          {shown.map((room) => (
            <RoomChoice
              key={room._id}
              room={room}
              isChosen={rooms.includes(room._id)}
              isDisabled={rooms.length >= FORWARDED.rooms && !rooms.includes(room._id)}
              onTurn={() => onTurn(room._id, room)}
            />
          ))}
        </ul>
        <MorePages list={list} />
      </div>
      <p className={styles.status} role="status">
        {rooms.length >= FORWARDED.rooms ? `Больше ${FORWARDED.rooms} за один раз не выбрать` : ''}
      </p>
    </>
  );
}
