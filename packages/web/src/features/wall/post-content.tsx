import { PostBody } from '#ui/layout/post-frame.tsx';
import { picturesOf, type Post } from './api.ts';

/** The text and the pictures of a post. */
export function PostContent({ post, isOpen = false }: { post: Post; isOpen?: boolean }) {
  return <PostBody text={post.title} pictures={picturesOf(post)} isOpen={isOpen} />;
}
