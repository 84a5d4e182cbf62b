import { lazy, Suspense, useState } from 'react';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { nameOf } from '../rooms/room-name.ts';
import type { RoomEntry } from '../api.ts';

const LoadedMenu = lazy(async () => ({
  default: (await import('../rooms/chat-windows.ts')).LoadedRoomMenu,
}));

export type RoomMenuProps = {
  room: RoomEntry;
  /** The pinned chats in their order. */
  pinned: readonly string[];
};
/** The menu of a chat in the list. Only its button is drawn until it is opened. */
export function ListedRoomMenu({ room, pinned }: RoomMenuProps) {
  const [isEnabled, setEnabled] = useState(false);
  const label = `Действия с чатом: ${nameOf(room)}`;
  const button = <MenuButton label={label} onClick={() => setEnabled(true)} />;
  if (!isEnabled) return button;
  return (
    <Suspense fallback={button}>
      <LoadedMenu room={room} pinned={pinned} label={label} />
    </Suspense>
  );
}
