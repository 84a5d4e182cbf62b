import { sentenceOf } from '#lib/network/call.ts';
import { useNeighbourFocus } from '#lib/navigation/neighbour-focus.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { Post } from './api.ts';
import { usePinPost, useRemovePost } from './authoring-api.ts';

const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/**
 * Returns the functions that delete a post or a draft, if its author confirms, and that pin or
 * unpin a post.
 */
export function useOwnPostActs(post: Post, onRemoved: (() => void) | undefined) {
  const remove = useRemovePost();
  const pin = usePinPost();
  const markNeighbour = useNeighbourFocus('data-post', post._id);
  const drop = async () => {
    const question =
      post.publishAt !== null
        ? { title: 'Удалить отложенный пост?', text: 'Он не выйдет.' }
        : post.draft
          ? { title: 'Удалить черновик?' }
          : { title: 'Удалить пост?', text: 'Вместе с ним пропадут картинки и комментарии.' };
    if (!(await confirm({ ...question, action: 'Удалить', danger: true }))) return;
    markNeighbour();
    remove.mutate(post._id, {
      onSuccess: () => {
        showToast(post.draft && post.publishAt === null ? 'Черновик удалён' : 'Пост удалён');
        onRemoved?.();
      },
      onError,
    });
  };
  const turnPin = () =>
    pin.mutate(post, {
      onSuccess: () =>
        showToast(post.pinned ? 'Пост откреплён' : 'Пост закреплён вверху стены', {
          tone: 'good',
        }),
      onError,
    });
  return { drop, turnPin };
}
