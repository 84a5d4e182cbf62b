import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { useLeave, type Group } from './group-api.ts';

/** Leaves or deletes a group chat. */
export function useLeaving(
  group: Group,
  onLeaving: (isLeaving: boolean) => void,
  onLeft: () => void,
) {
  const leave = useLeave(group._id);
  const go = (how: Parameters<typeof leave.mutate>[0]) => {
    onLeaving(true);
    leave.mutate(how, {
      onSuccess: onLeft,
      onError: (error) => {
        onLeaving(false);
        showToast(sentenceOf(error), { tone: 'bad' });
      },
    });
  };
  const drop = async () => {
    const text = `Все сообщения беседы «${group.title}» и файлы в ней пропадут у всех участников. Вернуть их будет нельзя.`;
    if (await confirm({ title: 'Удалить беседу?', text, action: 'Удалить', danger: true }))
      go('delete');
  };
  return { go, drop, isPending: leave.isPending };
}
