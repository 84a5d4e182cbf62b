import { useState } from 'react';
import { IconSearch } from '#ui/icons.ts';
import { FORWARDED } from '@respa/contract/limits';
import { sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { useSettled } from '#lib/network/settled.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useRooms, type RoomEntry } from '../api.ts';
import { useForward } from './extras-api.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import styles from './forward-dialog.module.css';

const nameOf = (room: RoomEntry): string =>
  room.isChat ? room.title : `${room.name} ${room.surname}`.trim();

/** Chooses the conversations to which the selected messages are forwarded. */
export function ForwardDialog({ messages }: { messages: readonly string[] }) {
  const { forward, choose } = useRoomExtras();
  const [typed, setTyped] = useState('');
  const [rooms, setRooms] = useState<readonly string[]>([]);
  // One press of the button is one forward, however often it is sent.
  const [clientId] = useState(() => crypto.randomUUID());
  const query = useSettled(typed.trim());
  const list = useRooms(query);
  const send = useForward();
  const close = () => forward(null);
  const turn = (id: string) =>
    setRooms(rooms.includes(id) ? rooms.filter((one) => one !== id) : [...rooms, id]);
  const submit = () =>
    send.mutate(
      { messages: [...messages], rooms: [...rooms], clientId },
      {
        onSuccess: () => {
          close();
          choose(null);
          showToast(messages.length === 1 ? 'Сообщение переслано' : 'Сообщения пересланы', {
            tone: 'good',
          });
        },
      },
    );
  const shown = list.data?.pages.flatMap((page) => page.rooms) ?? [];
  return (
    <Modal
      open
      onClose={close}
      title={
        messages.length === 1
          ? 'Переслать сообщение'
          : `Переслать ${counted(messages.length, ['сообщение', 'сообщения', 'сообщений'])}`
      }
      size="small"
      actions={
        <>
          <Button onClick={close}>Отмена</Button>
          <Button
            variant="primary"
            busy={send.isPending}
            disabled={rooms.length === 0}
            onClick={submit}
          >
            Переслать
          </Button>
        </>
      }
    >
      <TextField
        label="Поиск переписки"
        hideLabel
        type="search"
        placeholder="Поиск"
        icon={<IconSearch size={20} aria-hidden="true" />}
        value={typed}
        onChange={setTyped}
        maxLength={100}
      />
      <div className={styles.scroll}>
        {list.isPending ? <PeopleSkeleton rows={4} /> : null}
        {list.isError && shown.length === 0 ? (
          <ErrorState small onRetry={() => void list.refetch()} />
        ) : null}
        {list.isSuccess && shown.length === 0 ? (
          <EmptyState small art="search" text="Такой переписки нет" />
        ) : null}
        <ul className={styles.rooms}>
          {shown.map((room) => (
            <li key={room._id}>
              <label className={styles.room}>
                <input
                  type="checkbox"
                  checked={rooms.includes(room._id)}
                  disabled={rooms.length >= FORWARDED.rooms && !rooms.includes(room._id)}
                  onChange={() => turn(room._id)}
                />
                <Avatar
                  id={room.userId ?? room._id}
                  src={mediaUrl(room.isChat ? 'chatavatars' : 'useravatars', room.avatarUrl, 160)}
                  size={40}
                />
                <span className={styles.name}>{nameOf(room)}</span>
              </label>
            </li>
          ))}
        </ul>
        <InfiniteList
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          isFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      </div>
      <p className={styles.told} role="status">
        {rooms.length >= FORWARDED.rooms ? `Больше ${FORWARDED.rooms} за один раз не выбрать` : ''}
      </p>
      {send.error ? (
        <p className={styles.error} role="alert">
          {sentenceOf(send.error)}
        </p>
      ) : null}
    </Modal>
  );
}
