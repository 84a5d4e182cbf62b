import { useState } from 'react';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CropDialog } from '#ui/media/crop-dialog.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { PICTURES } from '#ui/files/picked-files.ts';
import styles from './group-window.module.css';

type AvatarChoiceProps = {
  id: string;
  src: string | null;
  busy?: boolean;
  onChoose: (cut: Blob, done: () => void) => void;
  onRemove: (() => void) | undefined;
};

/**
 * The picture of a group chat: shows the current one and lets the member choose and crop another.
 */
export function AvatarChoice({ id, src, busy = false, onChoose, onRemove }: AvatarChoiceProps) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <div className={styles.avatar}>
      <Avatar id={id} name="Фотография беседы" src={src} size={80} />
      <div className={styles.buttons}>
        <FileInput accept={PICTURES} onFiles={([first]) => first && setFile(first)}>
          <Button size="small">Загрузить фотографию</Button>
        </FileInput>
        {onRemove ? (
          <Button size="small" variant="plain" onClick={onRemove}>
            Убрать фотографию
          </Button>
        ) : null}
      </div>
      <CropDialog
        file={file}
        shape="avatar"
        title="Фотография беседы"
        busy={busy}
        onClose={() => setFile(null)}
        onDone={(cut) => onChoose(cut, () => setFile(null))}
      />
    </div>
  );
}
