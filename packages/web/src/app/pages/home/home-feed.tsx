import { useSearchParams } from 'react-router';
import { NewsFeed, useFreshNews, useNews } from '#features/communities/parts.ts';
import { Popular } from '#features/home/parts.ts';
import { PromoSlotHost } from '#features/promos/parts.ts';
import { FriendsNews, useFreshPosts, useFriendsNews } from '#features/wall/parts.ts';
import { FreshPill } from '#ui/feedback/fresh-pill.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import styles from './home-feed.module.css';

const FEEDS = ['news', 'friends'] as const;
/** A feed with fewer posts continues with what is popular. */
const FEW = 20;

type Pages = { posts: readonly unknown[] }[];
const countOf = (pages: Pages | undefined): number =>
  pages?.reduce((sum, page) => sum + page.posts.length, 0) ?? 0;
/** Returns whether a feed is loaded to its end and has few posts. */
const isShort = (feed: { data?: { pages: Pages } | undefined; hasNextPage: boolean }): boolean =>
  feed.data !== undefined && !feed.hasNextPage && countOf(feed.data.pages) < FEW;

/** The feeds of the home page. Without a choice, the one that has content is shown. */
export function HomeFeed() {
  const [address, setAddress] = useSearchParams();
  const fresh = useFreshPosts();
  const freshNews = useFreshNews();
  const friends = useFriendsNews(false);
  const hasNoFriendsPosts = friends.isSuccess && countOf(friends.data.pages) === 0;
  const news = useNews(hasNoFriendsPosts);
  const chosen = FEEDS.find((one) => one === address.get('feed'));
  // The friends' feed is requested before the communities that the member follows are known.
  const feed = chosen ?? (hasNoFriendsPosts && countOf(news.data?.pages) > 0 ? 'news' : 'friends');
  const tabs = [
    { value: 'news' as const, label: 'Новости', count: feed === 'news' ? 0 : freshNews.count },
    {
      value: 'friends' as const,
      label: 'Посты друзей',
      count: feed === 'friends' ? 0 : fresh.count,
    },
  ];
  return (
    <Tabs
      label="Лента"
      tabs={tabs}
      value={feed}
      onChange={(value) => setAddress({ feed: value }, { replace: true })}
    >
      <div className={styles.feed}>
        {feed === 'news' ? (
          <NewsFeed
            fresh={freshNews}
            between={<PromoSlotHost />}
            action={
              <ButtonLink to="/publics" variant="primary">
                Найти группы
              </ButtonLink>
            }
          />
        ) : (
          <>
            {fresh.count > 0 ? <FreshPill isLoading={fresh.isLoading} onShow={fresh.show} /> : null}
            <FriendsNews
              between={<PromoSlotHost />}
              action={
                <ButtonLink to="/users" variant="primary">
                  Найти друзей
                </ButtonLink>
              }
            />
          </>
        )}
        {isShort(feed === 'news' ? news : friends) ? <Popular /> : null}
      </div>
    </Tabs>
  );
}
