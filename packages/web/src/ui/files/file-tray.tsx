import { classNames } from '#lib/browser/class-names.ts';
import { IconFile, IconX } from '#ui/icons.ts';
import { PickedItem } from './picked-item.tsx';
import type { PickedFile } from './picked-files.ts';
import styles from './file-tray.module.css';

type FileTrayProps = {
  files: readonly PickedFile[];
  /** Removes a file, or stops its upload. */
  onRemove: (key: string) => void;
  /** Pictures and videos that are already uploaded and can be removed too. They come first. */
  stored?: ReadonlyArray<{ key: string; src: string | null; label: string }> | undefined;
  onRemoveStored?: ((key: string) => void) | undefined;
  size?: 'small' | 'large' | undefined;
};

/** Previews of chosen files, each with its progress and a remove button. */
export function FileTray({
  files,
  onRemove,
  stored = [],
  onRemoveStored,
  size = 'small',
}: FileTrayProps) {
  if (files.length === 0 && stored.length === 0) return null;
  return (
    <ul className={classNames(styles.tray, styles[size])} aria-label="Выбранные файлы">
      {stored.map(({ key, src, label }) => (
        <li key={key} className={styles.item}>
          {src === null ? (
            <span className={styles.name}>
              <IconFile size={20} aria-hidden="true" />
              {label}
            </span>
          ) : (
            <img src={src} alt={label} className={styles.preview} />
          )}
          <button
            type="button"
            className={styles.cross}
            aria-label={`Убрать: ${label}`}
            onClick={() => onRemoveStored?.(key)}
          >
            <IconX size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
      {files.map((file) => (
        <PickedItem key={file.key} picked={file} onRemove={() => onRemove(file.key)} />
      ))}
    </ul>
  );
}
