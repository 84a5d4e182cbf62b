import type { ReactNode } from 'react';
import { PicturePicker } from './picture-picker.tsx';
import { StoredTray } from './stored-tray.tsx';
import type { usePickedPictures } from './use-pictures.ts';

type PictureSlotProps = {
  /** The picture that was sent before; null if there is none or it is removed. */
  stored: { key: string; src: string | null; label: string } | null;
  onRemoveStored: () => void;
  picked: ReturnType<typeof usePickedPictures>;
  label: string;
  helpText?: ReactNode;
  error: string | undefined;
};

/** The field of one picture: the stored one, or another chosen in its place. */
export function PictureSlot({
  stored,
  onRemoveStored,
  picked,
  label,
  helpText,
  error,
}: PictureSlotProps) {
  return (
    <>
      <StoredTray
        stored={stored === null || picked.files.length > 0 ? [] : [stored]}
        onRemove={onRemoveStored}
      />
      <PicturePicker
        files={picked.files}
        limit={1}
        onAdd={picked.add}
        onRemove={picked.remove}
        label={label}
        helpText={helpText}
        error={error}
      />
    </>
  );
}
