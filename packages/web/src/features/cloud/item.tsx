import {
  IconArrowsMove,
  IconDownload,
  IconInfoCircle,
  IconPencil,
  IconSend,
  IconTrash,
  IconUsers,
  IconWorld,
} from '#ui/icons.ts';
import {
  memo,
  useRef,
  useState,
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  type TouchEvent,
} from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { day, sizeOf } from '#lib/text/format.ts';
import { Menu, MenuButton } from '#ui/overlays/menu.tsx';
import { openMenuAt, type Point } from '#ui/overlays/menu-point.ts';
import { carry, useCloudActions } from './actions.ts';
import { saveUrl, type Thing } from './api.ts';
import { ItemIcon } from './item-icon.tsx';
import styles from './item.module.css';
import { useDropPlace } from './uploads/use-drop-target.ts';

const LONG_PRESS_MS = 500;

/** Saves the file without leaving the page. */
export function save(thing: Thing): void {
  const link = document.createElement('a');
  link.href = saveUrl(thing._id);
  link.download = '';
  link.click();
}

export function useItemMenu(thing: Thing) {
  const { show, rename, move, send, share, drop } = useCloudActions();
  const isFile = thing.type !== 'folder';
  return [
    { label: 'Подробно', icon: <IconInfoCircle size={18} />, onSelect: () => show(thing) },
    {
      label: isFile ? 'Скачать' : 'Скачать архивом',
      icon: <IconDownload size={18} />,
      onSelect: () => save(thing),
    },
    isFile && { label: 'Отправить', icon: <IconSend size={18} />, onSelect: () => send(thing) },
    isFile && {
      label: 'Кто видит этот файл',
      icon: <IconUsers size={18} />,
      onSelect: () => share(thing),
    },
    { label: 'Переименовать', icon: <IconPencil size={18} />, onSelect: () => rename(thing) },
    { label: 'Переместить', icon: <IconArrowsMove size={18} />, onSelect: () => move(thing) },
    {
      label: 'Удалить',
      icon: <IconTrash size={18} />,
      danger: true,
      apart: true,
      onSelect: () => drop(thing),
    },
  ];
}

/**
 * Opens the menu on a right click or a long press. Some browsers fire contextmenu for a long press,
 * others do not.
 */
function useLongPress(open: (element: HTMLElement, point: Point) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasLong.current = false;
      if (event.pointerType !== 'touch') return;
      const element = event.currentTarget;
      const point = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        wasLong.current = true;
        open(element, point);
      }, LONG_PRESS_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerMove: (event: PointerEvent) => {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > 2) stop();
    },
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault();
      stop();
      if (!wasLong.current) open(event.currentTarget, { x: event.clientX, y: event.clientY });
    },
    // Otherwise the click that follows would close the menu and open the item.
    onTouchEnd: (event: TouchEvent) => {
      if (wasLong.current) event.preventDefault();
      wasLong.current = false;
    },
  };
}
const openMenu = (element: HTMLElement, point: Point) =>
  openMenuAt(element.parentElement?.querySelector<HTMLElement>('[aria-haspopup="menu"]'), point);

/** Builds the menu's content only when it is opened, because there may be very many menus. */
function ItemMenu({ thing }: { thing: Thing }) {
  const [isPressed, setPressed] = useState(false);
  const label = `Действия: ${thing.name}`;
  return isPressed ? (
    <PressedMenu thing={thing} label={label} />
  ) : (
    <MenuButton label={label} onClick={() => setPressed(true)} />
  );
}
const PressedMenu = ({ thing, label }: { thing: Thing; label: string }) => (
  <Menu isPressed label={label} items={useItemMenu(thing)} />
);

const isMouse = matchMedia('(pointer: fine)');
type CloudItemProps = {
  thing: Thing;
  look: 'grid' | 'list';
  isShown: boolean;
  where?: string | undefined;
};
/** A folder or a file, as a tile or a row. It rerenders only when it changes. */
export const CloudItem = memo(function CloudItem({ thing, look, isShown, where }: CloudItemProps) {
  const { show } = useCloudActions();
  const isFolder = thing.type === 'folder';
  const { isOver, place } = useDropPlace(isFolder ? thing._id : null);
  const press = useLongPress(openMenu);
  const words = (
    <>
      <ItemIcon thing={thing} size={look === 'grid' ? 'tile' : 'row'} />
      <span className={styles.words}>
        <span className={styles.name} title={thing.name}>
          {thing.name}
        </span>
        <span className={styles.more}>
          {where ?? (isFolder ? 'Папка' : sizeOf(thing.size))}
          {look === 'list' ? ` · ${day(thing.date)}` : ''}
        </span>
      </span>
      {thing.public ? (
        <IconWorld className={styles.mark} aria-label="Открыт по ссылке" />
      ) : thing.shared > 0 ? (
        <IconUsers className={styles.mark} aria-label="Отправлен" />
      ) : null}
    </>
  );
  const hold = {
    ...place,
    ...press,
    className: styles.open,
    draggable: isMouse.matches,
    onDragStart: (event: DragEvent<HTMLElement>) => carry(event.dataTransfer, thing._id),
  };
  return (
    <div
      role="listitem"
      className={classNames(
        styles.thing,
        styles[look],
        isShown && styles.shown,
        isOver && styles.over,
      )}
    >
      {isFolder ? (
        <Link to={`/cloud?folder=${thing._id}`} {...hold}>
          {words}
        </Link>
      ) : (
        <button type="button" aria-pressed={isShown} onClick={() => show(thing)} {...hold}>
          {words}
        </button>
      )}
      <div className={styles.menu}>
        <ItemMenu thing={thing} />
      </div>
    </div>
  );
});
