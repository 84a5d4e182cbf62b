import { IconUpload } from '#ui/icons.ts';
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import styles from './drop-zone.module.css';

type DropZoneProps = {
  onFiles: (files: File[]) => void;
  /** Reads the drop itself, folders too, in place of `onFiles`; the transfer is empty after the first wait. */
  onTransfer?: ((transfer: DataTransfer) => void) | undefined;
  /** Said over the place while files hang above it. */
  label?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Takes files that are dropped on its content, and pictures that are pasted inside it. */
export function DropZone({
  onFiles,
  onTransfer,
  label = 'Отпустите, чтобы добавить',
  disabled,
  className,
  children,
}: DropZoneProps) {
  // Leaving fires for every child that is crossed: entries are counted.
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
    // Text copied from an editor carries a picture of itself as well: the text is meant.
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
