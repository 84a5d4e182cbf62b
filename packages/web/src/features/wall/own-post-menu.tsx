import { lazy, Suspense, useState } from 'react';
import { IconEyeCog, IconPencil, IconPin, IconPinnedOff, IconTrash } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useNeighbourFocus } from '#lib/neighbour-focus.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Post } from './api.ts';
import { usePinPost, useRemovePost } from './authoring-api.ts';

const AudienceWindow = lazy(async () => ({
  default: (await import('./audience-window.tsx')).AudienceWindow,
}));
const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** An author's actions on a post or a draft. */
export function OwnPostMenu({
  post,
  onEdit,
  onRemoved,
}: {
  post: Post;
  onEdit: () => void;
  onRemoved?: (() => void) | undefined;
}) {
  const [asksAudience, setAsking] = useState(false);
  const remove = useRemovePost();
  const pin = usePinPost();
  const markNeighbour = useNeighbourFocus('data-post', post._id);
  const drop = async () => {
    const question = post.draft
      ? { title: 'Удалить черновик?' }
      : { title: 'Удалить запись?', text: 'Вместе с ней пропадут картинки и комментарии.' };
    if (!(await confirm({ ...question, action: 'Удалить', danger: true }))) return;
    markNeighbour();
    remove.mutate(post._id, {
      onSuccess: () => {
        showToast(post.draft ? 'Черновик удалён' : 'Запись удалена');
        onRemoved?.();
      },
      onError,
    });
  };
  const turnPin = () =>
    pin.mutate(post, {
      onSuccess: () =>
        showToast(post.pinned ? 'Запись откреплена' : 'Запись закреплена вверху стены', {
          tone: 'good',
        }),
      onError,
    });
  return (
    <>
      <Menu
        label={post.draft ? 'Действия с черновиком' : 'Действия с записью'}
        items={[
          !post.draft && { label: 'Изменить', icon: <IconPencil size={18} />, onSelect: onEdit },
          !post.draft && {
            label: post.pinned ? 'Открепить' : 'Закрепить',
            icon: post.pinned ? <IconPinnedOff size={18} /> : <IconPin size={18} />,
            onSelect: turnPin,
          },
          { label: 'Кто видит', icon: <IconEyeCog size={18} />, onSelect: () => setAsking(true) },
          {
            label: 'Удалить',
            icon: <IconTrash size={18} />,
            apart: true,
            danger: true,
            onSelect: () => void drop(),
          },
        ]}
      />
      {asksAudience ? (
        <Suspense>
          <AudienceWindow post={post} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
