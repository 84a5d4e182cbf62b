import type { FormEvent } from 'react';
import { BOOKMARKS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { useCreateFolder, useRenameFolder, type Folder } from './bookmarks-api.ts';

type FolderDialogProps = {
  /** Null: a new folder. */
  folder: Folder | null;
  onClose: () => void;
  /** Receives the id of a new folder. */
  onCreated?: (id: string) => void;
};
/** Names a folder of bookmarks, a new one or one that exists. */
export function FolderDialog({ folder, onClose, onCreated }: FolderDialogProps) {
  const [name, setName, forget] = useKeptState(
    `bookmark-folder.${folder?._id ?? 'new'}`,
    folder?.name ?? '',
  );
  const create = useCreateFolder();
  const rename = useRenameFolder();
  const isBusy = create.isPending || rename.isPending;
  const error = create.error ?? rename.error;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (name.trim() === '' || isBusy) return;
    if (folder === null)
      create.mutate(name.trim(), {
        onSuccess: ({ folder: { _id } }) => {
          forget();
          onClose();
          onCreated?.(_id);
        },
      });
    else
      rename.mutate(
        { id: folder._id, name: name.trim() },
        {
          onSuccess: () => {
            forget();
            onClose();
          },
        },
      );
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={folder === null ? 'Новая папка' : 'Переименовать папку'}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={name.trim() === ''}
            onClick={() => save()}
          >
            {folder === null ? 'Создать' : 'Сохранить'}
          </Button>
        </>
      }
    >
      <form onSubmit={save}>
        <TextField
          label="Название папки"
          value={name}
          onChange={setName}
          maxLength={BOOKMARKS.folderName}
          error={error ? sentenceOf(error) : undefined}
          autoFocus
        />
      </form>
    </Modal>
  );
}
