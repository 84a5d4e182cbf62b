import { lazy, Suspense, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import type { ArrangedPicture } from './arrangement.ts';
import { PictureItem } from './picture-item.tsx';
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
  const { dragged, dragOf } = useDragging(props, list);
  const [described, setDescribed] = useState<string | null>(null);
  const srcOfItem = ({ name, picked }: ArrangedPicture) =>
    name === null ? picked!.preview : srcOf(name);
  if (items.length === 0) return null;
  const shown = items.find(({ key }) => key === described);
  return (
    <>
      <ul
        ref={list}
        className={classNames(shared.tray, isRow && styles.row)}
        aria-label="Выбранные файлы"
      >
        {items.map((item, index) => (
          <PictureItem
            key={item.key}
            item={item}
            src={srcOfItem(item)}
            index={index}
            count={items.length}
            disabled={disabled}
            isDragged={dragged === item.key}
            drag={dragOf(item.key)}
            onMove={(to) => onMove(item.key, to)}
            onDescribe={() => setDescribed(item.key)}
            onRemove={() => onRemove(item)}
          />
        ))}
      </ul>
      {shown === undefined ? null : (
        <Suspense>
          <AltDialog
            src={srcOfItem(shown)}
            alt={shown.alt}
            onChange={(alt) => onDescribe(shown.key, alt)}
            onClose={() => setDescribed(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Moves a picture while it is dragged over the others of the list. */
function useDragging(
  { items, disabled, onMove }: PictureTrayProps,
  list: RefObject<HTMLUListElement | null>,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const start = useRef({ x: 0, y: 0 });
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
  const dragOf = (key: string) => ({
    onBegin: begin,
    onMove: drag(key),
    onDrop: () => setDragged(null),
  });
  return { dragged, dragOf };
}
