import { useState } from 'react';
import { FORWARDED } from '@respa/contract/limits';
import { sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/format.ts';
import { useSettled } from '#lib/network/settled.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useForwarding } from './use-forwarding.ts';
import { RoomChoice } from './room-choice.tsx';
import { useRooms } from '../api.ts';
import styles from './forward-dialog.module.css';

/** Chooses the conversations to which the selected messages are forwarded. */
export function ForwardDialog({ messages }: { messages: readonly string[] }) {
  const [typed, setTyped] = useState('');
  const { rooms, turn, send, submit, close } = useForwarding(messages);
  const query = useSettled(typed.trim());
  const list = useRooms(query);
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
              onTurn={() => turn(room._id)}
            />
          ))}
        </ul>
        <MorePages list={list} />
      </div>
      <p className={styles.status} role="status">
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
