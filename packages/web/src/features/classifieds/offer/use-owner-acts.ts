import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useClose, useRemove } from '../api.ts';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** Returns the functions that close an offer and delete it, if its author confirms. */
export function useOwnerActs(id: string) {
  const close = useClose(id);
  const remove = useRemove(id);
  const navigate = useNavigate();
  const sell = async () => {
    if (
      !(await confirm({
        title: 'Уже продали?',
        text: 'Объявление уйдёт из списков. Вернуть его можно в любой момент.',
        action: 'Продано',
      }))
    )
      return;
    close.mutate(undefined, {
      onSuccess: () => showToast('Поздравляем с продажей!', { tone: 'good' }),
      onError: fail,
    });
  };
  const drop = async () => {
    if (
      !(await confirm({
        title: 'Удалить объявление?',
        text: 'Оно исчезнет вместе с картинками.',
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast('Объявление удалено', { tone: 'good' });
        navigate('/ad/mine', { replace: true });
      },
      onError: fail,
    });
  };
  return { sell, isSelling: close.isPending, drop, isDropping: remove.isPending };
}
