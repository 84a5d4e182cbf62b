import { useState } from 'react';
import { CHAT_LIST } from '@respa/contract/limits';
import { confirm } from '#ui/overlays/confirm.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '#ui/icons.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { FolderForm } from './folder-form.tsx';
import { useFolders, useOrderFolders, useRemoveFolder, type Folder } from './list-api.ts';
import { shift } from './room-items.tsx';
import styles from './folders.module.css';

/** Lists the folders of chats to change, order and delete them. */
export function FoldersDialog({ onClose }: { onClose: () => void }) {
  const folders = useFolders().data?.folders ?? [];
  const [edited, setEdited] = useState<Folder | 'new' | null>(null);
  const order = useOrderFolders();
  const remove = useRemoveFolder();
  const ids = folders.map(({ _id }) => _id);
  const drop = async ({ _id, name }: Folder) => {
    const text = 'Сами чаты останутся в списке.';
    if (await confirm({ title: `Удалить папку «${name}»?`, text, action: 'Удалить', danger: true }))
      remove.mutate(_id);
  };
  if (edited !== null)
    return <FolderForm folder={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  return (
    <Modal
      open
      onClose={onClose}
      title="Папки чатов"
      actions={
        <>
          {folders.length < CHAT_LIST.folders ? (
            <Button icon={<IconPlus />} onClick={() => setEdited('new')}>
              Новая папка
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            Готово
          </Button>
        </>
      }
    >
      {folders.length === 0 ? (
        <p className={styles.hint}>
          Разложите чаты по папкам: например, клан, друзья и всё непрочитанное. Папки появятся над
          списком.
        </p>
      ) : (
        <ol className={styles.rooms}>
          {folders.map((folder, index) => (
            <li key={folder._id} className={styles.folder}>
              <span className={styles.name}>{folder.name}</span>
              <IconButton
                label={`Выше: ${folder.name}`}
                icon={<IconArrowUp size={20} />}
                disabled={index === 0}
                onClick={() => order.mutate(shift(ids, folder._id, -1))}
              />
              <IconButton
                label={`Ниже: ${folder.name}`}
                icon={<IconArrowDown size={20} />}
                disabled={index === folders.length - 1}
                onClick={() => order.mutate(shift(ids, folder._id, 1))}
              />
              <IconButton
                label={`Изменить: ${folder.name}`}
                icon={<IconPencil size={20} />}
                onClick={() => setEdited(folder)}
              />
              <IconButton
                label={`Удалить: ${folder.name}`}
                icon={<IconTrash size={20} />}
                onClick={() => void drop(folder)}
              />
            </li>
          ))}
        </ol>
      )}
    </Modal>
  );
}
