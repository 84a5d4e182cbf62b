import { lazy, Suspense } from 'react';
import { reportItem } from '#features/reports/parts.ts';
import { bookmarkItem } from '#features/sharing/parts.ts';
import { useMyId } from '#lib/network/session.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { MenuSlot } from '#ui/layout/post-frame.tsx';
import type { Post } from './api.ts';

// In the feed, all posts are by others.
const OwnPostMenu = lazy(async () => ({
  default: (await import('./own-post-menu.tsx')).OwnPostMenu,
}));

/** Further actions on a post: many for its author, a report for others. */
export function PostMenu({
  post,
  onEdit,
  onRemoved,
}: {
  post: Post;
  onEdit: () => void;
  onRemoved?: (() => void) | undefined;
}) {
  if (useMyId() !== post.user)
    return (
      <Menu
        label="Действия с постом"
        items={[
          bookmarkItem({ kind: 'userpost', id: post._id }),
          reportItem({ kind: 'userpost', id: post._id }),
        ]}
      />
    );
  return (
    <Suspense fallback={<MenuSlot />}>
      <OwnPostMenu post={post} onEdit={onEdit} onRemoved={onRemoved} />
    </Suspense>
  );
}
