import { useState } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { RoomChoices, useSendTo } from '#features/chats/parts.ts';
import { useOwnCommunities } from '#features/communities/parts.ts';
import { addressOf, useShare, type Ref } from '#features/sharing/parts.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/forms/button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from './sharing.module.css';

const PLACES = [
  { value: 'wall', label: 'На стену' },
  { value: 'chat', label: 'В чат' },
  { value: 'public', label: 'В группу' },
] as const;
type Place = (typeof PLACES)[number]['value'];
type Recipients = Readonly<Record<string, boolean>>;

/**
 * Shares an object: on the own wall, in conversations, or in a community that the member runs. What
 * was typed and chosen stays until it is shared, also after a reload.
 */
export function ShareDialog({ of, onClose }: { of: Ref; onClose: () => void }) {
  const [kept, setKept, forget] = useKeptState<{ text: string; place: Place; publicId: string }>(
    `share.${of.id}`,
    { text: '', place: 'wall', publicId: '' },
  );
  const { text, place, publicId } = kept;
  const [rooms, setRooms] = useState<Recipients>({});
  const chosen = Object.entries(rooms).map(([id, isGroup]) => ({ id, isGroup }));
  const turn = (id: string, isGroup: boolean) =>
    setRooms(({ [id]: known, ...others }) =>
      known === undefined ? { ...others, [id]: isGroup } : others,
    );
  const done = (words: string) => {
    forget();
    onClose();
    showToast(words, { tone: 'good' });
  };
  const { submit, isPending, error: failure } = useSharing(of, { ...kept, to: chosen, done });
  const isReady = place === 'wall' || (place === 'chat' ? chosen.length > 0 : publicId !== '');
  return (
    <Modal
      open
      onClose={onClose}
      title="Поделиться"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" busy={isPending} disabled={!isReady} onClick={submit}>
            {place === 'chat' ? 'Отправить' : 'Опубликовать'}
          </Button>
        </>
      }
    >
      <Tabs
        label="Где поделиться"
        tabs={PLACES}
        value={place}
        onChange={(next) => setKept({ ...kept, place: next })}
      >
        <div className={styles.fields}>
          <TextArea
            label="Ваш комментарий"
            hideLabel
            placeholder="Ваш комментарий"
            value={text}
            minRows={2}
            maxRows={6}
            limit={LENGTHS.post}
            onChange={(next) => setKept({ ...kept, text: next })}
          />
          {place === 'chat' ? (
            <RoomChoices rooms={Object.keys(rooms)} onTurn={(id, room) => turn(id, room.isChat)} />
          ) : null}
          {place === 'public' ? (
            <CommunityChoice
              value={publicId}
              onChange={(next) => setKept({ ...kept, publicId: next })}
            />
          ) : null}
          {place === 'chat' ? null : (
            <p className={styles.note}>Оригинал увидят только те, кому его открыл автор.</p>
          )}
          {failure ? (
            <p className={styles.error} role="alert">
              {sentenceOf(failure)}
            </p>
          ) : null}
        </div>
      </Tabs>
    </Modal>
  );
}

/** The communities that the member runs; says so if there are none. */
function CommunityChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const own = useOwnCommunities();
  if (own.data === undefined) return null;
  if (own.data.length === 0) return <EmptyState small art="post" text="Вы пока не ведёте групп" />;
  return (
    <Select
      label="Группа"
      placeholder="Выберите группу"
      value={value}
      options={own.data.map(({ _id, name }) => ({ value: _id, label: name }))}
      onChange={onChange}
    />
  );
}

type Sharing = {
  text: string;
  place: Place;
  publicId: string;
  to: { id: string; isGroup: boolean }[];
  done: (words: string) => void;
};
/** Sends an object to conversations, or publishes it on a wall or in a community. */
function useSharing(of: Ref, { text, place, publicId, to, done }: Sharing) {
  const share = useShare();
  const send = useSendTo();
  const address = `${location.origin}${addressOf({ kind: of.kind, _id: of.id })}`;
  const submit = () =>
    place === 'chat'
      ? send.mutate(
          { text: [text.trim(), address].filter(Boolean).join('\n'), to },
          { onSuccess: () => done('Отправлено') },
        )
      : share.mutate(
          { of, text, publicId: place === 'public' ? publicId : null },
          {
            onSuccess: () =>
              done(place === 'public' ? 'Опубликовано в группе' : 'Теперь это на вашей стене'),
          },
        );
  return {
    submit,
    isPending: share.isPending || send.isPending,
    error: place === 'chat' ? send.error : share.error,
  };
}
