import { useState } from 'react';
import { useSettled } from '#lib/network/settled.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { RoomRow } from './room-row.tsx';
import { RoomsHead } from './rooms-head.tsx';
import { useRooms } from '../api.ts';
import { FoundMessages } from '../search/found-messages.tsx';
import styles from './rooms-list.module.css';

export function RoomsList({ openId }: { openId: string | undefined }) {
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim());
  const list = useRooms(query);
  const rooms = list.data?.pages.flatMap((page) => page.rooms) ?? [];
  const isSearch = typed !== '' || query !== '';
  return (
    <div className={styles.pane}>
      <RoomsHead isBeside={openId !== undefined} />
      {rooms.length > 0 || isSearch ? (
        <div className={styles.search} role="search">
          <SearchField label="Поиск переписки" value={typed} onChange={setTyped} />
        </div>
      ) : null}
      <div className={styles.scroll}>
        <ListState
          small
          list={list}
          isEmpty={rooms.length === 0}
          skeleton={<PeopleSkeleton rows={6} />}
          empty={
            !isSearch ? (
              <EmptyState
                art="conversation"
                text="У Вас нет переписок"
                action={
                  <ButtonLink to="/users" variant="primary">
                    Найти собеседника
                  </ButtonLink>
                }
              />
            ) : query.length < 2 ? (
              <EmptyState small art="search" text="Такой переписки нет" />
            ) : null
          }
        />
        <ul className={styles.rooms}>
          {rooms.map((room) => (
            <RoomRow key={room._id} room={room} isOpen={room._id === openId} />
          ))}
        </ul>
        {query.length < 2 ? null : <FoundMessages query={query} isAlone={rooms.length === 0} />}
        <MorePages list={list} />
      </div>
    </div>
  );
}
