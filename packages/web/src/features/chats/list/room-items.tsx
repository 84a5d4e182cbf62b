import { showToast } from '#ui/feedback/toasts.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowUp,
  IconBell,
  IconBellOff,
  IconChecks,
  IconEraser,
  IconFolders,
  IconPin,
  IconPinnedOff,
} from '#ui/icons.ts';
import type { RoomEntry } from '../api.ts';
import { useMove } from './list-api.ts';
import { useClearing } from './use-clearing.ts';

/** Returns the list with one element a place further up (-1) or down (1). */
export function shift<T>(list: readonly T[], item: T, by: -1 | 1): T[] {
  const at = list.indexOf(item);
  const next = list.filter((one) => one !== item);
  next.splice(Math.max(0, at + by), 0, item);
  return next;
}

/** Returns the items of a chat's menu in the list. `pinned` are the pinned chats in their order. */
export function useRoomItems(
  room: RoomEntry,
  pinned: readonly string[],
  onFolders: () => void,
): (MenuItem | false)[] {
  const move = useMove();
  const clear = useClearing(room._id);
  const { _id: roomId, isPinned, isArchived, isMuted } = room;
  const archive = (isOn: boolean) =>
    move.mutate(
      { kind: 'archive', roomId, isOn },
      {
        onSuccess: () =>
          showToast(isOn ? 'Чат в архиве' : 'Чат снова в списке', {
            action: { label: 'Отменить', onSelect: () => archive(!isOn) },
          }),
      },
    );
  const place = pinned.indexOf(roomId);
  const lift = (by: -1 | 1) => move.mutate({ kind: 'order', rooms: shift(pinned, roomId, by) });
  return [
    !isArchived && {
      label: isPinned ? 'Открепить' : 'Закрепить',
      icon: isPinned ? <IconPinnedOff size={18} /> : <IconPin size={18} />,
      onSelect: () => move.mutate({ kind: 'pin', roomId, isOn: !isPinned }),
    },
    place > 0 && {
      label: 'Поднять выше',
      icon: <IconArrowUp size={18} />,
      onSelect: () => lift(-1),
    },
    place !== -1 &&
      place < pinned.length - 1 && {
        label: 'Опустить ниже',
        icon: <IconArrowDown size={18} />,
        onSelect: () => lift(1),
      },
    room.unread > 0 && {
      label: 'Отметить прочитанным',
      icon: <IconChecks size={18} />,
      onSelect: () => move.mutate({ kind: 'read', room }),
    },
    {
      label: isMuted ? 'Включить звук' : 'Без звука',
      icon: isMuted ? <IconBell size={18} /> : <IconBellOff size={18} />,
      onSelect: () => move.mutate({ kind: 'mute', roomId, isOn: !isMuted }),
    },
    { label: 'В папку…', icon: <IconFolders size={18} />, onSelect: onFolders },
    {
      label: isArchived ? 'Вернуть из архива' : 'В архив',
      icon: isArchived ? <IconArchiveOff size={18} /> : <IconArchive size={18} />,
      onSelect: () => archive(!isArchived),
    },
    {
      label: 'Очистить историю',
      icon: <IconEraser size={18} />,
      danger: true,
      apart: true,
      onSelect: () => void clear(),
    },
  ];
}
