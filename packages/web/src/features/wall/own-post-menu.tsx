import { lazy, Suspense, useState } from 'react';
import { bookmarkItem } from '#features/sharing/parts.ts';
import {
  IconMessage2,
  IconEyeCog,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '#ui/icons.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { CommentersSlot, POST_COMMENTERS } from '#features/posts/parts.ts';
import type { Post } from './api.ts';
import { useSetCommenters } from './authoring-api.ts';
import { useOwnPostActs } from './use-own-post-acts.ts';

const AudienceWindow = lazy(async () => ({
  default: (await import('./audience-window.tsx')).AudienceWindow,
}));

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
  const [asksCommenters, setCommenting] = useState(false);
  const setCommenters = useSetCommenters();
  const { drop, turnPin } = useOwnPostActs(post, onRemoved);
  return (
    <>
      <Menu
        label={post.draft ? 'Действия с черновиком' : 'Действия с постом'}
        items={[
          !post.draft && { label: 'Изменить', icon: <IconPencil size={18} />, onSelect: onEdit },
          !post.draft && {
            label: post.pinned ? 'Открепить' : 'Закрепить',
            icon: post.pinned ? <IconPinnedOff size={18} /> : <IconPin size={18} />,
            onSelect: turnPin,
          },
          { label: 'Кто видит', icon: <IconEyeCog size={18} />, onSelect: () => setAsking(true) },
          !post.draft && bookmarkItem({ kind: 'userpost', id: post._id }),
          !post.draft && {
            label: 'Кто комментирует',
            icon: <IconMessage2 size={18} />,
            onSelect: () => setCommenting(true),
          },
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
      {asksCommenters ? (
        <CommentersSlot
          value={post.commentsFor}
          options={POST_COMMENTERS}
          onSave={(commentsFor) => setCommenters.mutateAsync({ id: post._id, commentsFor })}
          onClose={() => setCommenting(false)}
        />
      ) : null}
    </>
  );
}
