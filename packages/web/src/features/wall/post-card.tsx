import { lazy, Suspense, useState, type ReactNode } from 'react';
import { displayName } from '@respa/contract/characters';
import { Comments, EmojiSlot } from '#features/reactions/parts.ts';
import { ShareButton } from '#features/sharing/parts.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { PostFrame } from '#ui/layout/post-frame.tsx';
import { useChangePost, useCountComments, useLikePost, type Post } from './api.ts';
import { PostContent } from './post-content.tsx';
import { PostMarks } from './post-marks.tsx';
import { PostMenu } from './post-menu.tsx';

const PostEditor = lazy(async () => ({ default: (await import('./post-editor.tsx')).PostEditor }));

type PostCardProps = {
  post: Post;
  isOpen?: boolean;
  isOnWall?: boolean;
  /** A button beside the author. */
  action?: ReactNode;
  onRemoved?: () => void;
};
/**
 * A post with its reactions. `isOnWall` shows whether it is pinned there; `isOpen` shows the whole
 * text at once.
 */
export function PostCard({
  post,
  isOpen = false,
  isOnWall = false,
  action,
  onRemoved,
}: PostCardProps) {
  const [isEditing, setEditing] = useState(false);
  const like = useLikePost();
  const count = useCountComments();
  const change = useChangePost();
  const { head } = post;
  const name = displayName(head);
  return (
    <PostFrame
      id={post._id}
      label={`Пост, ${name}`}
      pinned={isOnWall && post.pinned}
      isOpen={isOpen}
      head={{
        id: post.user,
        name,
        to: `/user/${post.user}`,
        src: mediaUrl('useravatars', head.avatarUrl, 160),
      }}
      date={{ value: post.date, to: `/userpost/${post._id}` }}
      action={action}
      marks={<PostMarks post={post} />}
      menu={<PostMenu post={post} onEdit={() => setEditing(true)} onRemoved={onRemoved} />}
      reactions={{
        liked: post.liked,
        likes: post.likes,
        comments: post.comments,
        onLike: () => like.mutate(post),
        likeLabel: 'Нравится пост',
        more: (
          <>
            <ShareButton of={{ kind: 'userpost', id: post._id }} shares={post.shares} />
            <EmojiSlot post={post} change={change} />
          </>
        ),
        conversation: (
          <Comments
            id={post._id}
            onCount={(by) => count(post._id, by)}
            closed={post.mayComment ? undefined : post.commentsFor}
          />
        ),
      }}
    >
      {isEditing ? (
        <Suspense fallback={<PostContent post={post} />}>
          <PostEditor post={post} onEnd={() => setEditing(false)} />
        </Suspense>
      ) : (
        <PostContent post={post} isOpen={isOpen} />
      )}
    </PostFrame>
  );
}
