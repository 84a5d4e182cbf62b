import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from '#lib/browser/keyboard.ts';
import { useSettled } from '#lib/network/settled.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { IconChevronDown, IconChevronUp, IconX } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { useFound } from '../messages/extras-api.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import styles from './room-search.module.css';

type Found = Pick<ReturnType<typeof useFound>, 'isError' | 'isPending' | 'hasNextPage'>;
/** Returns which of the found messages is shown, in words. */
const statusOf = (
  query: string,
  list: Found,
  { found, index }: { found: number; index: number },
): string =>
  query === ''
    ? ''
    : list.isError
      ? 'Не удалось найти'
      : list.isPending
        ? 'Ищем…'
        : found === 0
          ? 'Ничего не найдено'
          : `${index + 1} из ${found}${list.hasNextPage ? '+' : ''}`;

/** Below the header: steps through the messages that match, newest first. */
export function RoomSearch({ onClose }: { onClose: () => void }) {
  const { roomId, jumpTo } = useRoomExtras();
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim());
  const [at, setAt] = useState({ query, place: 0 });
  const index = at.query === query ? at.place : 0;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const list = useFound(query, roomId);
  const found = list.data?.pages.flatMap((page) => page.found) ?? [];
  const id = found[index]?.message._id;
  useEffect(() => {
    if (id !== undefined) jumpTo(id);
  }, [id, jumpTo]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isNearEnd = index >= found.length - 2;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const step = (by: number) =>
    setAt({ query, place: Math.min(Math.max(0, index + by), Math.max(0, found.length - 1)) });
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && !isComposing(event)) step(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={styles.bar} role="search" aria-label="Поиск в переписке">
      <SearchField
        ref={field}
        onKeyDown={press}
        className={styles.field}
        label="Поиск по сообщениям"
        placeholder="Поиск по сообщениям"
        value={typed}
        onChange={setTyped}
      />
      <span className={styles.status} role="status">
        {statusOf(query, list, { found: found.length, index })}
      </span>
      <IconButton
        label="Более раннее"
        icon={<IconChevronUp />}
        disabled={index >= found.length - 1}
        onClick={() => step(1)}
      />
      <IconButton
        label="Более позднее"
        icon={<IconChevronDown />}
        disabled={index === 0}
        onClick={() => step(-1)}
      />
      <IconButton label="Закрыть поиск" icon={<IconX />} onClick={onClose} />
    </div>
  );
}
