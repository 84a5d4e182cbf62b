import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import type { Video } from '../api.ts';
import { useRemoveVideo } from '../editing/editing-api.ts';

/** Returns a function that deletes a video if the user confirms, and opens its channel. */
export function useVideoRemoval({ _id, title, channel }: Video): () => Promise<void> {
  const remove = useRemoveVideo();
  const navigate = useNavigate();
  return async () => {
    if (
      !(await confirm({
        title: `Удалить видео «${title}»?`,
        text: 'Вместе с ним пропадут просмотры и комментарии. Вернуть его будет нельзя.',
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(_id, {
      onSuccess: () => {
        showToast('Видео удалено');
        navigate(`/videohost/channel/${channel}`);
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
}
