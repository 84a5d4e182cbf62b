import { PollSlot } from '#features/polls/parts.ts';
import { PostBody } from '#ui/layout/post-frame.tsx';
import { picturesOf, type Post } from './api.ts';

/** The text, the pictures and the poll of a post. */
export function PostContent({ post, isOpen = false }: { post: Post; isOpen?: boolean }) {
  return (
    <>
      <PostBody text={post.title} pictures={picturesOf(post)} isOpen={isOpen} />
      {post.poll === null ? null : <PollSlot poll={post.poll} inset />}
    </>
  );
}
