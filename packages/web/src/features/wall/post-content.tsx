import { useContext } from 'react';
import { PostLink } from '#features/links/parts.ts';
import { PollSlot } from '#features/polls/parts.ts';
import { RepostSlot } from '#features/sharing/parts.ts';
import { useMyId } from '#lib/network/session.ts';
import { PostBody } from '#ui/layout/post-frame.tsx';
import { PostVideos, type AttachedVideo } from '#ui/media/post-videos.ts';
import { picturesOf, type Post } from './api.ts';

/** The video of a post, or a sentence to those who may not watch it. */
function VideoOf({ video }: { video: AttachedVideo | null }) {
  const { draw } = useContext(PostVideos);
  return video === null ? (
    <p style={{ margin: 0, padding: '0 16px 14px', color: 'var(--dim)' }}>Видео недоступно.</p>
  ) : (
    draw(video)
  );
}

/** The text, the pictures, the card of a link and the poll of a post. */
export function PostContent({ post, isOpen = false }: { post: Post; isOpen?: boolean }) {
  const me = useMyId();
  return (
    <>
      <PostBody
        text={post.title}
        mentions={post.mentions}
        pictures={picturesOf(post)}
        isOpen={isOpen}
      />
      <PostLink
        of={{ kind: 'userpost', id: post._id }}
        text={post.title}
        link={post.link}
        isMine={post.user === me}
      />
      {post.repost ? <RepostSlot repost={post.repost} /> : null}
      {post.video === undefined ? null : <VideoOf video={post.video} />}
      {post.poll === null ? null : <PollSlot poll={post.poll} inset />}
    </>
  );
}
