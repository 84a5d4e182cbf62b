import { displayName } from '@respa/contract/characters';
import { sentenceOf } from '#lib/network/call.ts';
import { useMyId } from '#lib/network/session.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useDeleteMessage } from '../api.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import type { Message } from '../rooms/room-state.ts';

/** Returns the function that deletes a message once the member has confirmed it. */
export function useMessageRemoval(kind: ConversationKind) {
  const me = useMyId();
  const remove = useDeleteMessage(kind);
  return async (message: Message) => {
    if (
      !(await confirm({
        title: 'Удалить сообщение?',
        text:
          message.user === me
            ? kind.deletionText
            : `Автор: ${displayName(message)}. У всех вместо сообщения останется пометка, что оно удалено.`,
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(message._id, {
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
}
