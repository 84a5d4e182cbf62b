import { useState } from 'react';
import { mediaUrl } from '#lib/media.ts';
import { useSettled } from '#lib/network/settled.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { nameOf } from '../rooms/room-name.ts';
import { useRooms } from '../api.ts';
import styles from './room-picker.module.css';

/** Lists the member's conversations. `onPick` receives the chosen one and the address of its page. */
export function RoomPicker({ onPick }: { onPick: (roomId: string, path: string) => void }) {
  const [typed, setTyped] = useState('');
  const list = useRooms(useSettled(typed.trim()));
  const rooms = list.data?.pages.flatMap((page) => page.rooms) ?? [];
  return (
    <>
      <SearchField label="Поиск переписки" value={typed} onChange={setTyped} />
      <ListState
        small
        list={list}
        isEmpty={rooms.length === 0}
        skeleton={<PeopleSkeleton rows={4} />}
        empty={<EmptyState small art="conversation" text="Такой переписки нет" />}
      />
      <ul className={styles.rooms}>
        {rooms.map((room) => (
          <li key={room._id}>
            <button
              type="button"
              className={styles.room}
              onClick={() => onPick(room._id, `/${room.isChat ? 'chat' : 'messages'}/${room._id}`)}
            >
              <Avatar
                id={room.userId ?? room._id}
                src={mediaUrl(room.isChat ? 'chatavatars' : 'useravatars', room.avatarUrl, 160)}
                size={40}
              />
              <span className={styles.name}>{nameOf(room)}</span>
            </button>
          </li>
        ))}
      </ul>
      <MorePages list={list} />
    </>
  );
}
