import { useState, type FormEvent } from 'react';
import type { FolderKind } from '@respa/contract/chat-list';
import { CHAT_LIST } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useSettled } from '#lib/network/settled.ts';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { RoomChoice } from '../forwarding/room-choice.tsx';
import { useRooms } from '../api.ts';
import { useCreateFolder, useEditFolder, type Folder, type FolderInput } from './list-api.ts';
import styles from './folders.module.css';

const KINDS: readonly [FolderKind, string][] = [
  ['private', 'Личные переписки'],
  ['groups', 'Беседы'],
  ['unread', 'Всё непрочитанное'],
];

type FolderFormProps = {
  /** Null: a new folder. */
  folder: Folder | null;
  /** The chats that a new folder has. */
  chosen?: readonly string[];
  onClose: () => void;
};
const turned = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

/** Creates a folder of chats or changes one. What was chosen stays until it is saved. */
export function FolderForm({ folder, chosen = [], onClose }: FolderFormProps) {
  const [input, setInput, forget] = useKeptState<FolderInput>(
    `chat-folder.${folder?._id ?? `new.${chosen.join('.')}`}`,
    { name: folder?.name ?? '', kinds: folder?.kinds ?? [], rooms: folder?.rooms ?? [...chosen] },
  );
  const put = (part: Partial<FolderInput>) => setInput((before) => ({ ...before, ...part }));
  const { name, kinds, rooms } = input;
  const [typed, setTyped] = useState('');
  const list = useRooms(useSettled(typed.trim()));
  const [create, edit] = [useCreateFolder(), useEditFolder()];
  const { isPending, error } = folder === null ? create : edit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      forget();
      onClose();
    };
    if (folder === null) create.mutate(input, { onSuccess });
    else edit.mutate({ id: folder._id, ...input }, { onSuccess });
  };
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOutside={false}
      title={folder === null ? 'Новая папка' : 'Папка чатов'}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" type="submit" form="chat-folder" busy={isPending}>
            {folder === null ? 'Создать' : 'Сохранить'}
          </Button>
        </>
      }
    >
      <form id="chat-folder" className={styles.form} onSubmit={submit}>
        <TextField
          label="Название"
          value={name}
          onChange={(next) => put({ name: next })}
          maxLength={CHAT_LIST.folderName}
          data-autofocus
          error={error ? sentenceOf(error) : undefined}
        />
        <fieldset className={styles.group}>
          <legend>Показывать в папке</legend>
          {KINDS.map(([kind, label]) => (
            <Checkbox
              key={kind}
              label={label}
              checked={kinds.includes(kind)}
              onChange={() => put({ kinds: turned(kinds, kind) })}
            />
          ))}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{`Выбранные чаты: ${rooms.length}`}</legend>
          <SearchField label="Поиск чата" value={typed} onChange={setTyped} />
          <div className={styles.scroll}>
            <ul className={styles.rooms}>
              {list.data?.pages
                .flatMap((page) => page.rooms)
                .map((room) => (
                  <RoomChoice
                    key={room._id}
                    room={room}
                    isChosen={rooms.includes(room._id)}
                    isDisabled={rooms.length >= CHAT_LIST.folderRooms && !rooms.includes(room._id)}
                    onTurn={() => put({ rooms: turned(rooms, room._id) })}
                  />
                ))}
            </ul>
            <MorePages list={list} />
          </div>
        </fieldset>
      </form>
    </Modal>
  );
}
