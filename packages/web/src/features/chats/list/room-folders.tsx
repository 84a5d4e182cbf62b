import { useState } from 'react';
import { CHAT_LIST } from '@respa/contract/limits';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { IconPlus } from '#ui/icons.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { nameOf } from '../rooms/room-name.ts';
import type { RoomEntry } from '../api.ts';
import { FolderForm } from './folder-form.tsx';
import { useFolders, useMove } from './list-api.ts';
import styles from './folders.module.css';

/** Chooses the folders of a chat; each choice is saved at once. */
export function RoomFolders({ room, onClose }: { room: RoomEntry; onClose: () => void }) {
  const folders = useFolders().data?.folders ?? [];
  const move = useMove();
  const [isNew, setNew] = useState(false);
  if (isNew) return <FolderForm folder={null} chosen={[room._id]} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      title={`Папки чата «${nameOf(room)}»`}
      size="small"
      actions={
        <Button variant="primary" onClick={onClose}>
          Готово
        </Button>
      }
    >
      {folders.length === 0 ? <p className={styles.hint}>Папок пока нет.</p> : null}
      <div className={styles.choices}>
        {folders.map((folder) => (
          <Checkbox
            key={folder._id}
            label={folder.name}
            checked={folder.rooms.includes(room._id)}
            onChange={(isOn) =>
              move.mutate({ kind: 'folder', id: folder._id, roomId: room._id, isOn })
            }
          />
        ))}
      </div>
      {folders.length < CHAT_LIST.folders ? (
        <Button icon={<IconPlus />} onClick={() => setNew(true)}>
          Новая папка
        </Button>
      ) : null}
    </Modal>
  );
}
