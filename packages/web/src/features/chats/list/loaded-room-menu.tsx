import { useState } from 'react';
import { Menu } from '#ui/overlays/menu.tsx';
import { RoomFolders } from './room-folders.tsx';
import type { RoomMenuProps } from './room-menu.tsx';
import { useRoomItems } from './room-items.tsx';

/** The opened menu of a chat in the list. */
export function LoadedRoomMenu({ room, pinned, label }: RoomMenuProps & { label: string }) {
  const [isSorting, setSorting] = useState(false);
  const items = useRoomItems(room, pinned, () => setSorting(true));
  return (
    <>
      <Menu isPressed label={label} items={items} />
      {isSorting ? <RoomFolders room={room} onClose={() => setSorting(false)} /> : null}
    </>
  );
}
