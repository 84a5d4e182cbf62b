import { IconBell, IconBellOff, IconCalendar, IconCircleCheck, IconEraser } from '#ui/icons.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { useClearing } from '../list/use-clearing.ts';
import { useMuteRoom } from '../messages/extras-api.ts';
import { useRoomExtras } from './room-extras.tsx';
import type { ConversationKind } from './conversation-kind.ts';

/** The actions on a room of either kind, at the end of its header. */
export function RoomMenu({
  kind,
  isMuted,
  more,
}: {
  kind: ConversationKind;
  isMuted: boolean;
  more: readonly (MenuItem | null)[];
}) {
  const { roomId, setCalendar, choose } = useRoomExtras();
  const mute = useMuteRoom(roomId);
  const clear = useClearing(roomId);
  return (
    <Menu
      label={kind.menuLabel}
      items={[
        {
          label: 'Перейти к дате',
          icon: <IconCalendar size={18} />,
          onSelect: () => setCalendar(null),
        },
        {
          label: 'Выбрать сообщения',
          icon: <IconCircleCheck size={18} />,
          onSelect: () => choose([]),
        },
        {
          label: isMuted ? 'Включить звук' : 'Без звука',
          icon: isMuted ? <IconBell size={18} /> : <IconBellOff size={18} />,
          onSelect: () => mute.mutate(!isMuted),
        },
        {
          label: 'Очистить историю',
          icon: <IconEraser size={18} />,
          apart: true,
          onSelect: () => void clear(),
        },
        ...more,
      ]}
    />
  );
}
