import { IconPhotoPlus } from '#ui/icons.ts';
import type { ReactNode } from 'react';
import { DropZone } from './drop-zone.tsx';
import { FileInput } from './file-input.tsx';
import { FileTray } from './file-tray.tsx';
import { PICTURES, type PickedFile } from './picked-files.ts';
import styles from './picture-picker.module.css';

type PicturePickerProps = {
  files: readonly PickedFile[];
  onAdd: (files: File[]) => void;
  onRemove: (key: string) => void;
  accept?: readonly string[] | undefined;
  limit?: number | undefined;
  /** No more fit: for a form that shows its files itself. */
  full?: boolean | undefined;
  /** The button's text: 'Выберите картинку'. */
  label?: string | undefined;
  helpText?: ReactNode;
  error?: string | null | undefined;
};

/**
 * A picture field for forms: choose, drop or paste, with previews below. Use it with
 * usePickedFiles.
 */
export function PicturePicker({
  files,
  onAdd,
  onRemove,
  accept = PICTURES,
  limit = 5,
  full = false,
  label,
  helpText,
  error,
}: PicturePickerProps) {
  const isFull = full || (limit > 1 && files.length >= limit);
  return (
    <DropZone onFiles={onAdd}>
      <FileInput accept={accept} multiple={limit > 1} onFiles={onAdd}>
        <button
          type="button"
          className={styles.place}
          disabled={isFull}
          data-wrong={error ? true : undefined}
        >
          <IconPhotoPlus size={28} stroke={1.6} aria-hidden="true" />
          <span className={styles.label}>
            {label ?? (limit > 1 ? 'Добавьте картинки' : 'Выберите картинку')}
          </span>
          <span className={styles.helpText}>
            {helpText ??
              (isFull
                ? `Больше ${limit} не поместится`
                : 'Или перетащите сюда, или вставьте из буфера')}
          </span>
        </button>
      </FileInput>
      <FileTray files={files} onRemove={onRemove} size="large" />
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </DropZone>
  );
}
