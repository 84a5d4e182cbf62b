import { classNames } from '#lib/browser/class-names.ts';
import { sizeOf } from '#lib/text/format.ts';
import { IconAlertTriangle, IconFile, IconX } from '#ui/icons.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { PickedFile } from './picked-files.ts';
import styles from './file-tray.module.css';

type PickedItemProps = { picked: PickedFile; onRemove: () => void };
/** The preview of a chosen file, with its progress and a remove button. */
export function PickedItem({ picked, onRemove }: PickedItemProps) {
  const { file, preview, progress, error } = picked;
  return (
    <li
      className={classNames(styles.item, error && styles.failed)}
      title={error ?? `${file.name}, ${sizeOf(file.size)}`}
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
          progress === undefined || error ? `Убрать ${file.name}` : `Отменить отправку ${file.name}`
        }
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
    </li>
  );
}
