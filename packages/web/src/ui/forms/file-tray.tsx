import { IconAlertTriangle, IconFile, IconMovie, IconX } from '#ui/icons.ts';
import { fileSize } from '#lib/format.ts';
import { classNames } from '#lib/class-names.ts';
import styles from './file-tray.module.css';
import type { PickedFile } from './picked-files.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';

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
              <IconMovie size={20} aria-hidden="true" />
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
      {files.map(({ key, file, preview, progress, error }) => (
        <li
          key={key}
          className={classNames(styles.item, error && styles.failed)}
          title={error ?? `${file.name}, ${fileSize(file.size)}`}
        >
          {preview && file.type.startsWith('image/') ? (
            <img src={preview} alt={file.name} className={styles.preview} />
          ) : null}
          {preview && file.type.startsWith('video/') ? (
            <video
              src={preview}
              className={styles.preview}
              muted
              playsInline
              preload="metadata"
              aria-label={file.name}
            />
          ) : null}
          {preview ? null : (
            <span className={styles.name}>
              <IconFile size={20} aria-hidden="true" />
              {file.name}
            </span>
          )}
          {progress !== undefined && !error ? (
            <span className={styles.veil}>
              <ProgressRing value={progress} label={`Отправляем ${file.name}`} />
            </span>
          ) : null}
          {error ? (
            <span className={styles.veil}>
              <IconAlertTriangle aria-hidden="true" />
              <span className="visually-hidden">{error}</span>
            </span>
          ) : null}
          <button
            type="button"
            className={styles.cross}
            aria-label={
              progress === undefined || error
                ? `Убрать ${file.name}`
                : `Отменить отправку ${file.name}`
            }
            onClick={() => onRemove(key)}
          >
            <IconX size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
