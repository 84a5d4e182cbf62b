import { displayName } from '@respa/contract/characters';
import { RepostSlot } from '#features/sharing/parts.ts';
import { mediaUrl, pictureSource } from '#lib/browser/media.ts';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { PostBody, PostFrame } from '#ui/layout/post-frame.tsx';
import { useOpenPost, type Post } from './api.ts';
import { FoundPage } from './found-page.tsx';
import { Likes } from './open-article.tsx';

/** A post of an open wall as visitors read it. */
export function OpenPost({ post, isWhole = false }: { post: Post; isWhole?: boolean }) {
  const name = displayName(post.head);
  return (
    <PostFrame
      id={post._id}
      label={`Пост, ${name}`}
      pinned={post.pinned && !isWhole}
      head={{
        id: post.user,
        name,
        to: `/user/${post.user}`,
        src: mediaUrl('useravatars', post.head.avatarUrl, 160),
      }}
      date={{ value: post.date, to: `/userpost/${post._id}` }}
      foot={<Likes likes={post.likes} />}
    >
      <PostBody
        text={post.title}
        pictures={post.pictures.map((picture, at) =>
          pictureSource('userposts', picture, `Картинка ${at + 1} из поста, ${name}`),
        )}
        isOpen={isWhole}
      />
      {post.repost ? <RepostSlot repost={post.repost} /> : null}
    </PostFrame>
  );
}
export function OpenPostPage({ id }: { id: string }) {
  return (
    <FoundPage
      found={useOpenPost(id)}
      title={({ head }) => `Пост, ${displayName(head)}`}
      invitation="Обсуждайте посты, добавляйте друзей и ведите свою страницу."
    >
      {(post) => (
        <>
          <HiddenHead title="Пост" />
          <OpenPost post={post} isWhole />
        </>
      )}
    </FoundPage>
  );
}
