export {
  findCommunities,
  handleCommunityEvent,
  invalidateSubscriptions,
  useArticle,
  useOwnCommunities,
  useCommunity,
  useNews,
} from './api.ts';
export { ArticleCard } from './articles/article-card.tsx';
export { CommunityDirectory } from './community-directory.tsx';
export { CommunityReaders } from './community-readers.tsx';
export { OwnCommunities } from './own-communities.tsx';
export { Subscribes } from './subscribes.tsx';
export { EditCommunity, NewCommunity, RemovalCard } from './staff/header-editor.tsx';
export { NewsFeed, useFreshNews } from './news-slot.tsx';
export { NewSubscription } from './new-subscription.tsx';
export { NewsCard } from './news-card.tsx';
export { NoticesCard } from './staff/notices-card.tsx';
export { CommunityHead } from './community-head.tsx';
export { CommunityWall, SubscribersBlock } from './community-page.tsx';
export { subscribersOf } from '#lib/text/subscribers.ts';
export { CommunityPeople } from './staff/community-people.tsx';
export { ChangedArticle, NewArticle } from './articles/article-editor.tsx';
export { CommunityLinkCard } from './community-link-card.tsx';
export { ArticleLinkCard } from './link-card.tsx';
