import { mediaUrl } from '#lib/browser/media.ts';
import { plural } from '#lib/text/format.ts';
import { subscribersOf, subscribersWord } from '#lib/text/subscribers.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { IconUsers } from '#ui/icons.ts';
import { HeadCount } from '#ui/layout/head-count.tsx';
import { HeadFrame } from '#ui/layout/head-frame.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { useOpenArticles, useOpenCommunity, type Community } from './api.ts';
import { FoundPage } from './found-page.tsx';
import { JoinLink } from './join-bar.tsx';
import { OpenArticle } from './open-article.tsx';
import styles from './open.module.css';
import { RssLink } from './rss-link.tsx';

const SHORT = 140;
/** A community as visitors read it. */
export function OpenCommunityPage({ id }: { id: string }) {
  const found = useOpenCommunity(id);
  return (
    <FoundPage
      found={found}
      title={({ name }) => name}
      invitation="Подписывайтесь на группы, отвечайте и находите тех, с кем играть."
    >
      {(community) => (
        <>
          <Head community={community} />
          <Articles id={community._id} />
        </>
      )}
    </FoundPage>
  );
}
function Head({ community }: { community: Community }) {
  const { _id, name, subscribersCount, postsCount } = community;
  return (
    <HeadFrame
      seed={_id}
      cover={mediaUrl('publicbanners', community.bannerUrl)}
      name={name}
      about={community.description}
      noAbout="Описания пока нет."
      short={SHORT}
      face={
        <Avatar
          id={_id}
          name={name}
          src={mediaUrl('publicavatars', community.avatarUrl, 640)}
          size={118}
        />
      }
      facts={
        <span>
          <IconUsers size={17} aria-hidden="true" />
          {subscribersOf(subscribersCount)}
        </span>
      }
      counts={
        <>
          <HeadCount count={subscribersCount}>{subscribersWord(subscribersCount)}</HeadCount>
          <HeadCount count={postsCount}>
            {plural(postsCount, ['пост', 'поста', 'постов'])}
          </HeadCount>
        </>
      }
    >
      <JoinLink>Подписаться</JoinLink>
      <RssLink path={`/rss/community/${_id}.xml`} />
    </HeadFrame>
  );
}
function Articles({ id }: { id: string }) {
  const found = useOpenArticles(id);
  const articles = found.data?.pages.flatMap((page) => page.articles);
  if (articles === undefined) return <PostsSkeleton posts={2} />;
  if (articles.length === 0) return <EmptyState art="photo" text="Здесь пока нет постов" />;
  return (
    <div className={styles.list}>
      {articles.map((article) => (
        <OpenArticle key={article._id} article={article} />
      ))}
      <MorePages list={found} skeleton={<PostsSkeleton posts={1} />} />
    </div>
  );
}
