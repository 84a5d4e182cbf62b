import { PostBody } from '#ui/layout/post-frame.tsx';
import { picturesOf, type Post } from './api.ts';

/** What a post says and shows. */
export function PostContent({ post, isOpen = false }: { post: Post; isOpen?: boolean }) {
  return <PostBody text={post.title} pictures={picturesOf(post)} isOpen={isOpen} />;
}
