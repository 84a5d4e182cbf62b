import { displayName } from '@respa/contract/characters';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { DialogHead } from './dialog-head.tsx';
import { GoneRoom } from './gone-room.tsx';
import { useRoomInfo } from '../api.ts';
import { GroupPane } from '../groups/group-pane.tsx';
import { Conversation } from './conversation.tsx';
import { useRoom } from './use-room.ts';
import { PRIVATE, type ConversationKind } from './conversation-kind.ts';

/** A room of either kind. */
export function RoomPane({ id, kind }: { id: string; kind: ConversationKind }) {
  return kind.isGroup ? <GroupPane id={id} /> : <DialogPane id={id} />;
}

const CLOSED = {
  limited: 'Пользователь ограничил круг тех, кто может ему писать.',
  blocked: 'Вы заблокировали этого человека. Чтобы писать ему, разблокируйте его на его странице.',
  suspended: 'Страница заблокирована администратором. Написать пока нельзя.',
  gone: 'Этого профиля больше нет.',
};
function DialogPane({ id }: { id: string }) {
  const room = useRoom(id, PRIVATE);
  const info = useRoomInfo(id).data?.room;
  const name = info ? displayName(info) : '';
  usePageTitle(name || 'Сообщения');
  if (room.isGone) return <GoneRoom title="Переписка" text="Такой переписки нет" />;
  return (
    <Conversation
      id={id}
      kind={PRIVATE}
      room={room}
      label={name ? `Переписка: ${name}` : 'Переписка'}
      closed={info === undefined || info.closed === null ? null : CLOSED[info.closed]}
      own={info}
      people={info && [{ id: info.userId, name }]}
      head={<DialogHead info={info} isTyping={room.typing.length > 0} />}
    />
  );
}
