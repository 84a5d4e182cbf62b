import { lazy, Suspense, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { IconChevronLeft, IconChevronRight, IconX } from '#ui/icons.ts';
import type { ArrangedPicture } from './arrangement.ts';
import shared from './file-tray.module.css';
import styles from './picture-tray.module.css';

const AltDialog = lazy(async () => ({ default: (await import('./alt-dialog.tsx')).AltDialog }));
/** Pixels that a pointer moves until it drags. */
const DRAG = 6;

type PictureTrayProps = {
  items: readonly ArrangedPicture[];
  /** Returns the address of a stored picture. */
  srcOf: (name: string) => string;
  disabled: boolean;
  /** Smaller, and in one row, which scrolls. */
  isRow?: boolean;
  onMove: (key: string, to: number) => void;
  onDescribe: (key: string, alt: string) => void;
  /** Removes a picture, or stops the sending. */
  onRemove: (picture: ArrangedPicture) => void;
};
/**
 * The pictures of a text that is being written, in their order. They are moved by dragging, by
 * buttons and by the arrow keys, and each takes a description.
 */
export function PictureTray(props: PictureTrayProps) {
  const { items, srcOf, disabled, isRow = false, onMove, onDescribe, onRemove } = props;
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const start = useRef({ x: 0, y: 0 });
  if (items.length === 0) return null;
  const begin = ({ clientX: x, clientY: y, currentTarget, pointerId }: PointerEvent) => {
    start.current = { x, y };
    currentTarget.setPointerCapture(pointerId);
  };
  const drag = (key: string) => (event: PointerEvent) => {
    const { clientX: x, clientY: y, buttons } = event;
    if (disabled || buttons === 0) return;
    if (dragged === null) {
      if (Math.hypot(x - start.current.x, y - start.current.y) < DRAG) return;
      setDragged(key);
    }
    const over = document
      .elementsFromPoint(x, y)
      .map((one) => one.closest<HTMLElement>('[data-picture]'))
      .find((one) => one !== null && list.current?.contains(one));
    const to = items.findIndex((one) => one.key === over?.dataset.picture);
    if (to !== -1 && items[to]!.key !== key) onMove(key, to);
  };
  const drop = () => setDragged(null);
  const at = items.findIndex(({ key }) => key === described);
  return (
    <>
      <ul
        ref={list}
        className={classNames(shared.tray, isRow && styles.row)}
        aria-label="Выбранные файлы"
      >
        {items.map((item, index) => {
          const { key, name, picked, alt } = item;
          const label = `картинка ${index + 1} из ${items.length}`;
          const moveBy = (by: number) => onMove(key, index + by);
          const onKeyDown = (event: KeyboardEvent) => {
            const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (by === undefined || disabled) return;
            event.preventDefault();
            moveBy(by);
          };
          return (
            <li
              key={key}
              data-picture={key}
              className={classNames(shared.item, styles.item, dragged === key && styles.dragged)}
            >
              <img
                className={styles.picture}
                src={name === null ? picked!.preview : srcOf(name)}
                alt={alt || (picked?.file.name ?? label)}
                draggable={false}
                onPointerDown={begin}
                onPointerMove={drag(key)}
                onPointerUp={drop}
                onPointerCancel={drop}
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
                onClick={() => onRemove(item)}
              >
                <IconX size={16} aria-hidden="true" />
              </button>
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
                  onClick={() => setDescribed(key)}
                >
                  ALT
                </button>
                <button
                  type="button"
                  onKeyDown={onKeyDown}
                  aria-label={`Ближе к концу: ${label}`}
                  title="Ближе к концу"
                  aria-disabled={index === items.length - 1 || disabled}
                  onClick={() => moveBy(1)}
                >
                  <IconChevronRight size={20} aria-hidden="true" />
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      {at === -1 ? null : (
        <Suspense>
          <AltDialog
            src={items[at]!.name === null ? items[at]!.picked!.preview : srcOf(items[at]!.name!)}
            alt={items[at]!.alt}
            onChange={(alt) => onDescribe(described!, alt)}
            onClose={() => setDescribed(null)}
          />
        </Suspense>
      )}
    </>
  );
}
