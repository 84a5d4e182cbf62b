import { IconLock } from '#ui/icons.ts';
import { EditedMark } from '#features/posts/parts.ts';
import { PostMark } from '#ui/layout/post-frame.tsx';
import type { Post } from './api.ts';

/** Small labels beside a post's date: that it was edited, and that only friends see it. */
export function PostMarks({ post }: { post: Post }) {
  return (
    <>
      {post.edited === null || post.draft ? null : (
        <EditedMark kind="userpost" id={post._id} edited={post.edited} />
      )}
      {post.audience === 'friends' ? (
        <PostMark title="Видят только друзья">
          <IconLock size={15} role="img" aria-label="Видят только друзья" />
        </PostMark>
      ) : null}
    </>
  );
}
