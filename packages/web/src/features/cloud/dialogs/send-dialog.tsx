import { useDeferredValue, useState } from 'react';
import { displayName } from '@respa/contract/characters';
import * as chats from '@respa/contract/chats';
import { PersonRow, useFoundPeople } from '#features/people/parts.ts';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { useMyId } from '#lib/network/session.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { IconSend } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { fileUrl, useSend, type Thing } from '../api.ts';
import styles from './send-dialog.module.css';

const MOST = 20;

/** Grants a user access to a file, puts its address into their conversation and opens it. */
function useSendInto(file: Thing) {
  const open = useSend();
  return useMutation({
    mutationFn: async (userId: string) => {
      await open.mutateAsync({ file, userId });
      const room =
        (await call(chats.checkRoom, { params: { userId } })).room ??
        (await call(chats.createRoom, { params: { userId } })).room;
      await call(chats.send, {
        params: { roomId: room._id },
        body: {
          message: `${file.name}\n${fileUrl(file._id)}`,
          clientId: `${file._id}-${Date.now()}`,
        },
      });
      return room._id;
    },
  });
}

/** Chooses the user to whom a file is sent. */
export function SendDialog({ file, onClose }: { file: Thing; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const me = useMyId();
  const navigate = useNavigate();
  const found = useFoundPeople(query, MOST);
  const send = useSendInto(file);
  const people = found.data?.filter(({ _id }) => _id !== me) ?? [];
  const to = (userId: string) =>
    send.mutate(userId, {
      onSuccess: (roomId) => {
        onClose();
        showToast('Файл отправлен.', { tone: 'good' });
        navigate(`/messages/${roomId}`);
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <Modal open onClose={onClose} title={`Отправить «${file.name}»`} size="small">
      <SearchField label="Кому" placeholder="Имя или фамилия" value={typed} onChange={setTyped} />
      <div className={styles.scroll}>
        <ListState
          small
          list={found}
          isEmpty={people.length === 0}
          skeleton={<PeopleSkeleton rows={4} />}
          empty={<EmptyState small art="search" text="Никого не нашли" />}
        />
        <ul className={styles.people}>
          {people.map((person) => (
            <PersonRow key={person._id} person={person}>
              <Button
                size="small"
                variant="soft"
                icon={<IconSend size={18} aria-hidden="true" />}
                busy={send.isPending && send.variables === person._id}
                disabled={send.isPending && send.variables !== person._id}
                aria-label={`Отправить: ${displayName(person)}`}
                onClick={() => to(person._id)}
              >
                Отправить
              </Button>
            </PersonRow>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
