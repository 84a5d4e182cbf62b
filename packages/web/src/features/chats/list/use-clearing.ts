import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useHistory } from './list-api.ts';

/**
 * Returns the function that clears a chat's history for the member, after a question and with undo.
 */
export function useClearing(roomId: string): () => Promise<void> {
  const history = useHistory();
  return async () => {
    if (
      !(await confirm({
        title: 'Очистить историю?',
        text: 'Все сообщения пропадут только у вас. У других они останутся.',
        action: 'Очистить',
        danger: true,
      }))
    )
      return;
    history.mutate(
      { roomId, isCleared: true },
      {
        onSuccess: () =>
          showToast('История очищена', {
            action: {
              label: 'Вернуть',
              onSelect: () => history.mutate({ roomId, isCleared: false }),
            },
          }),
      },
    );
  };
}
