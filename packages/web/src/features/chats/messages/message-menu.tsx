import { lazy, Suspense, useState } from 'react';
import { useMyId } from '#lib/network/session.ts';
import { Menu, MenuButton } from '#ui/overlays/menu.tsx';
import { useMessageItems } from './use-message-items.tsx';
import type { MessageActions } from './bubble/bubble.tsx';
import { useReact } from './extras-api.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { Message } from '../rooms/room-state.ts';

const ReactionDialog = lazy(async () => ({
  default: (await import('../reactions/reaction-dialog.tsx')).ReactionDialog,
}));
const QUICK = ['👍', '❤️', '😂', '🔥', '😮', '😢'] as const;
const LABEL = 'Действия с сообщением';
/** The selector of the menu's button in the line of a message. */
export const MENU_BUTTON = `[aria-haspopup="menu"][aria-label="${LABEL}"]`;

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
