import type { KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { IconChevronLeft, IconChevronRight, IconX } from '#ui/icons.ts';
import type { ArrangedPicture } from './arrangement.ts';
import shared from './file-tray.module.css';
import styles from './picture-tray.module.css';

type PictureItemProps = {
  item: ArrangedPicture;
  src: string | undefined;
  index: number;
  /** The number of pictures in the tray. */
  count: number;
  disabled: boolean;
  isDragged: boolean;
  drag: {
    onBegin: (event: PointerEvent) => void;
    onMove: (event: PointerEvent) => void;
    onDrop: () => void;
  };
  onMove: (to: number) => void;
  onDescribe: () => void;
  onRemove: () => void;
};

/** One picture of a tray. */
export function PictureItem(props: PictureItemProps) {
  const { item, src, index, count, isDragged, drag, onRemove } = props;
  const { key, name, picked, alt } = item;
  const label = `картинка ${index + 1} из ${count}`;
  return (
    <li
      data-picture={key}
      className={classNames(shared.item, styles.item, isDragged && styles.dragged)}
    >
      <img
        className={styles.picture}
        src={src}
        alt={alt || (picked?.file.name ?? label)}
        draggable={false}
        onPointerDown={drag.onBegin}
        onPointerMove={drag.onMove}
        onPointerUp={drag.onDrop}
        onPointerCancel={drag.onDrop}
      />
      {picked?.progress === undefined ? null : (
        <span className={shared.veil}>
          <ProgressRing value={picked.progress} label={`Отправляем ${picked.file.name}`} />
        </span>
      )}
      <button
        type="button"
        className={shared.cross}
        aria-label={
          name !== null
            ? `Убрать: картинка ${index + 1}`
            : picked!.progress === undefined
              ? `Убрать ${picked!.file.name}`
              : `Отменить отправку ${picked!.file.name}`
        }
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
      <PictureActs {...props} label={label} />
    </li>
  );
}

/** The buttons that move a picture and describe it. The arrow keys move it too. */
function PictureActs({
  item,
  index,
  count,
  disabled,
  label,
  onMove,
  onDescribe,
}: PictureItemProps & { label: string }) {
  const { alt } = item;
  const moveBy = (by: number) => onMove(index + by);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || disabled) return;
    event.preventDefault();
    moveBy(by);
  };
  return (
    <span className={styles.acts} role="group" aria-label={label}>
      <button
        type="button"
        onKeyDown={onKeyDown}
        aria-label={`Ближе к началу: ${label}`}
        title="Ближе к началу"
        aria-disabled={index === 0 || disabled}
        onClick={() => moveBy(-1)}
      >
        <IconChevronLeft size={20} aria-hidden="true" />
      </button>
      <button
        type="button"
        onKeyDown={onKeyDown}
        className={alt === '' ? undefined : styles.described}
        aria-label={`Описание: ${label}`}
        title={alt || 'Описание для тех, кто не видит картинку'}
        disabled={disabled}
        onClick={onDescribe}
      >
        ALT
      </button>
      <button
        type="button"
        onKeyDown={onKeyDown}
        aria-label={`Ближе к концу: ${label}`}
        title="Ближе к концу"
        aria-disabled={index === count - 1 || disabled}
        onClick={() => moveBy(1)}
      >
        <IconChevronRight size={20} aria-hidden="true" />
      </button>
    </span>
  );
}
