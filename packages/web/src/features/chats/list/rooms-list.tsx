import { useState } from 'react';
import { useSettled } from '#lib/network/settled.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { RoomsHead } from './rooms-head.tsx';
import { ListedRooms } from './listed-rooms.tsx';
import { useRooms } from '../api.ts';
import { ArchiveHead } from './archive-line.tsx';
import { useFolders } from './list-api.ts';
import { useListPlace } from './use-list-place.ts';
import styles from './rooms-list.module.css';

/** The member's chats: of all places or one folder, the archive, or those that a search finds. */
export function RoomsList({ openId }: { openId: string | undefined }) {
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useListPlace();
  const query = useSettled(typed.trim());
  const list = useRooms(query, place);
  const { folders = [], archive } = useFolders().data ?? {};
  const isSearch = typed !== '' || query !== '';
  const hasRooms =
    (list.data?.pages[0]?.rooms.length ?? 0) > 0 || (archive?.count ?? 0) > 0 || folders.length > 0;
  const rooms = (
    <ListedRooms
      list={list}
      query={query}
      isSearch={isSearch}
      place={place}
      onPlace={setPlace}
      openId={openId}
    />
  );
  return (
    <div className={styles.pane}>
      <RoomsHead isBeside={openId !== undefined} />
      {hasRooms || isSearch ? (
        <div className={styles.search} role="search">
          <SearchField label="Поиск переписки" value={typed} onChange={setTyped} />
        </div>
      ) : null}
      {!isSearch && place === 'archive' ? <ArchiveHead onClose={() => setPlace('main')} /> : null}
      {isSearch || place === 'archive' || folders.length === 0 ? (
        rooms
      ) : (
        <Tabs
          label="Папки чатов"
          tabs={[
            { value: 'main', label: 'Все' },
            ...folders.map(({ _id, name, unread }) => ({
              value: _id,
              label: name,
              count: unread,
            })),
          ]}
          value={place}
          onChange={setPlace}
        >
          {rooms}
        </Tabs>
      )}
    </div>
  );
}
