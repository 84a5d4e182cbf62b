import {
  lazy,
  Suspense,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type TouchEvent,
} from 'react';
import { useMyId } from '#lib/network/session.ts';
import { Menu, MenuButton } from '#ui/overlays/menu.tsx';
import { openMenuAt, type Point } from '#ui/overlays/menu-point.ts';
import { useMessageItems } from './use-message-items.tsx';
import type { MessageActions } from './bubble.tsx';
import { useReact } from './extras-api.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { Message } from '../rooms/room-state.ts';

const ReactionDialog = lazy(async () => ({
  default: (await import('../reactions/reaction-dialog.tsx')).ReactionDialog,
}));
const QUICK = ['👍', '❤️', '😂', '🔥', '😮', '😢'] as const;
const LABEL = 'Действия с сообщением';
const LONG_MS = 450;
const MOVED = 10;

type MessageMenuProps = { message: Message; actions: MessageActions };
/**
 * The menu of a message. A conversation has thousands of them, so each is only a button until it is
 * opened.
 */
export function MessageMenu(props: MessageMenuProps) {
  const [isEnabled, setAsked] = useState(false);
  return isEnabled ? (
    <LoadedMenu {...props} />
  ) : (
    <MenuButton label={LABEL} onClick={() => setAsked(true)} />
  );
}
function LoadedMenu({ message, actions }: MessageMenuProps) {
  const me = useMyId();
  const extras = useRoomExtras();
  const [isPicking, setPicking] = useState(false);
  const react = useReact();
  const isMine = message.user === me;
  const reactWith = (emoji: string) =>
    react.mutate({
      messageId: message._id,
      emoji,
      isOn: !message.reactions.some((one) => one.emoji === emoji && one.users.includes(me)),
    });
  const items = useMessageItems(message, actions, () => setPicking(true));
  return (
    <>
      <Menu
        isPressed
        label={LABEL}
        items={items}
        align={isMine ? 'end' : 'start'}
        quick={
          extras.mayWrite
            ? { label: 'Быстрые реакции', choices: QUICK, onSelect: reactWith }
            : undefined
        }
      />
      {isPicking ? (
        <Suspense fallback={null}>
          <ReactionDialog onPick={reactWith} onClose={() => setPicking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const isNative = (target: EventTarget) =>
  (target as Element).closest('a, img, video, input, textarea') !== null ||
  getSelection()?.isCollapsed === false;
/** Opens the menu of the message on a right click, a long press, or the keyboard's menu key. */
export function useMenuPress() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  /**
   * A long press has opened the menu: the browser's further events for it would close the menu
   * again.
   */
  const isOpened = useRef(false);
  const open = (line: HTMLElement, point: Point) =>
    openMenuAt(
      line.querySelector<HTMLElement>(`[aria-haspopup="menu"][aria-label="${LABEL}"]`),
      point,
    );
  const stop = () => clearTimeout(timer.current);
  return {
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      if (isNative(event.target)) return;
      event.preventDefault();
      stop();
      if (!isOpened.current) open(event.currentTarget, { x: event.clientX, y: event.clientY });
      isOpened.current =
        event.nativeEvent instanceof globalThis.PointerEvent &&
        event.nativeEvent.pointerType === 'touch';
    },
    // For browsers where a long press fires no contextmenu event.
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      isOpened.current = false;
      if (event.pointerType !== 'touch' || isNative(event.target)) return;
      const line = event.currentTarget;
      from.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        isOpened.current = true;
        open(line, from.current);
      }, LONG_MS);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > MOVED)
        stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      if (isOpened.current) event.preventDefault();
      isOpened.current = false;
    },
  };
}
