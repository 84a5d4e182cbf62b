import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { ArchiveLine } from './archive-line.tsx';
import { useFolders } from './list-api.ts';
import { FoundMessages } from '../search/found-messages.tsx';
import type { ListPlace, useRooms } from '../api.ts';
import { RoomRow } from './room-row.tsx';
import styles from './rooms-list.module.css';

type ListedRoomsProps = {
  list: ReturnType<typeof useRooms>;
  query: string;
  isSearch: boolean;
  place: ListPlace;
  onPlace: (place: ListPlace) => void;
  openId: string | undefined;
};
/** The chats of one place, and below a search the messages that it finds. */
export function ListedRooms({ list, query, isSearch, place, onPlace, openId }: ListedRoomsProps) {
  const rooms = list.data?.pages.flatMap((page) => page.rooms) ?? [];
  const pinned = rooms.filter(({ isPinned }) => isPinned).map(({ _id }) => _id);
  return (
    <div className={styles.scroll}>
      {!isSearch && place === 'main' ? <ArchiveLine onOpen={() => onPlace('archive')} /> : null}
      <ListState
        small
        list={list}
        isEmpty={rooms.length === 0}
        skeleton={<PeopleSkeleton rows={6} />}
        empty={
          isSearch ? <NothingFound query={query} /> : <NoRooms place={place} onPlace={onPlace} />
        }
      />
      <ul className={styles.rooms}>
        {rooms.map((room) => (
          <RoomRow
            key={room._id}
            room={room}
            isOpen={room._id === openId}
            pinned={!isSearch && place === 'main' ? pinned : []}
          />
        ))}
      </ul>
      {query.length < 2 ? null : <FoundMessages query={query} isAlone={rooms.length === 0} />}
      <MorePages list={list} />
    </div>
  );
}
/** From two letters on, the messages below say whether anything was found. */
const NothingFound = ({ query }: { query: string }) =>
  query.length < 2 ? (
    <EmptyState
      small
      art="search"
      text="Такой переписки нет"
      action={
        <ButtonLink to="/users" variant="primary">
          Найти собеседника
        </ButtonLink>
      }
    />
  ) : null;
function NoRooms({ place, onPlace }: Pick<ListedRoomsProps, 'place' | 'onPlace'>) {
  const all = <Button onClick={() => onPlace('main')}>Показать все чаты</Button>;
  const archived = useFolders().data?.archive.count ?? 0;
  if (place === 'archive')
    return (
      <EmptyState
        small
        art="conversation"
        text="В архиве ничего нет"
        more="Сюда можно убрать чат через его меню. Новое сообщение вернёт его в список."
        action={all}
      />
    );
  if (place !== 'main')
    return (
      <EmptyState
        small
        art="conversation"
        text="В этой папке пока пусто"
        more="Чаты добавляются через их меню или в окне «Папки чатов»."
        action={all}
      />
    );
  if (archived > 0)
    return (
      <EmptyState
        small
        art="conversation"
        text="Все чаты в архиве"
        action={<Button onClick={() => onPlace('archive')}>Открыть архив</Button>}
      />
    );
  return (
    <EmptyState
      art="conversation"
      text="У Вас нет переписок"
      action={
        <ButtonLink to="/users" variant="primary">
          Найти собеседника
        </ButtonLink>
      }
    />
  );
}
