import { useMyId } from '#lib/network/session.ts';
import { reportItem } from '#features/reports/parts.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { copyText } from '#ui/feedback/copy-text.ts';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleCheck,
  IconCopy,
  IconGif,
  IconMoodPlus,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '#ui/icons.ts';
import type { MessageActions } from './bubble/bubble.tsx';
import { isEditable } from './message-rules.ts';
import type { Message } from '../rooms/room-state.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import { usePin } from './extras-api.ts';
import { useLeads } from '../groups/group-api.ts';

/** Saves every animated picture of a message. */
async function saveGifs({ _id: id, pictures }: Message): Promise<void> {
  const { saveGif } = await import('./bubble/save-gif.ts');
  await saveGif(
    id,
    pictures.flatMap(({ name, isMoving }) => (isMoving ? [name] : [])),
  );
}

/** Returns the items of a message's menu. */
export function useMessageItems(
  message: Message,
  actions: MessageActions,
  onReaction: () => void,
): (MenuItem | false)[] {
  const me = useMyId();
  const extras = useRoomExtras();
  const pin = usePin();
  const isMine = message.user === me;
  const isLed = useLeads(extras.roomId, extras.kind.isGroup, message.user);
  const isPinned = extras.pinned?._id === message._id;
  return [
    extras.mayWrite && {
      label: 'Ответить',
      icon: <IconArrowBackUp size={18} />,
      onSelect: () => extras.answer(message),
    },
    {
      label: 'Переслать',
      icon: <IconArrowForwardUp size={18} />,
      onSelect: () => extras.forward([message._id]),
    },
    extras.mayWrite && {
      label: 'Другая реакция',
      icon: <IconMoodPlus size={18} />,
      onSelect: onReaction,
    },
    extras.mayWrite && {
      label: isPinned ? 'Открепить' : 'Закрепить',
      icon: isPinned ? <IconPinnedOff size={18} /> : <IconPin size={18} />,
      onSelect: () => pin.mutate({ messageId: message._id, isOn: !isPinned }),
    },
    message.pictures.some(({ isMoving }) => isMoving) && {
      label: 'Сохранить GIF',
      icon: <IconGif size={18} />,
      onSelect: () => void saveGifs(message),
    },
    message.message !== '' && {
      label: 'Копировать текст',
      icon: <IconCopy size={18} />,
      onSelect: () =>
        void copyText(message.message, 'Текст скопирован', 'Не удалось скопировать текст'),
    },
    {
      label: 'Выбрать',
      icon: <IconCircleCheck size={18} />,
      onSelect: () => extras.choose([message._id]),
    },
    isEditable(message, me) && {
      label: 'Изменить',
      icon: <IconPencil size={18} />,
      onSelect: () => actions.edit(message),
      apart: true,
    },
    !isMine && { ...reportItem({ kind: 'message', id: message._id }), apart: true },
    (isMine || isLed) && {
      label: 'Удалить',
      icon: <IconTrash size={18} />,
      danger: true,
      onSelect: () => actions.remove(message),
      apart: isMine && message.forwarded !== null,
    },
  ];
}
