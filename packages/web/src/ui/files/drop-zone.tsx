import { IconUpload } from '#ui/icons.ts';
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './drop-zone.module.css';

type DropZoneProps = {
  onFiles: (files: File[]) => void;
  /**
   * Reads the drop itself, including folders, in place of `onFiles`. Read it synchronously: the
   * transfer is empty after the first await.
   */
  onTransfer?: ((transfer: DataTransfer) => void) | undefined;
  /** The text shown over the area while files are dragged above it. */
  label?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Accepts files dropped on its content and pictures pasted inside it. */
export function DropZone({
  onFiles,
  onTransfer,
  label = 'Отпустите, чтобы добавить',
  disabled,
  className,
  children,
}: DropZoneProps) {
  // `dragleave` fires for every child that the pointer crosses, so entries are counted.
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);

  const carriesFiles = (event: DragEvent) =>
    !disabled && event.dataTransfer.types.includes('Files');

  function leave() {
    depth.current = 0;
    setOver(false);
  }

  function paste(event: ClipboardEvent) {
    const files = Array.from(event.clipboardData.files);
    // Text copied from an editor also carries a picture of itself; the text is what the user means.
    if (disabled || files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    onFiles(files);
  }

  return (
    <div
      className={classNames(styles.zone, className)}
      onDragEnter={(event) => {
        if (!carriesFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (carriesFiles(event)) event.preventDefault();
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        leave();
        if (onTransfer === undefined) onFiles(Array.from(event.dataTransfer.files));
        else onTransfer(event.dataTransfer);
      }}
      onPaste={paste}
    >
      {children}
      {isOver ? (
        <div className={styles.veil}>
          <IconUpload aria-hidden="true" />
          {label}
        </div>
      ) : null}
    </div>
  );
}
