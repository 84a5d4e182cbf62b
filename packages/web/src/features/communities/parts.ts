export {
  findCommunities,
  handleCommunityEvent,
  invalidateSubscriptions,
  useArticle,
  useCommunity,
} from './api.ts';
export { ArticleCard } from './article-card.tsx';
export { OwnCommunities, CommunityReaders, CommunityDirectory, Subscribes } from './directory.tsx';
export { EditCommunity, NewCommunity, RemovalCard } from './header-editor.tsx';
export { NewsFeed, useFreshNews } from './news-slot.tsx';
export { NoticesCard } from './notices-card.tsx';
export { CommunityHead } from './community-head.tsx';
export { CommunityWall, SubscribersBlock } from './community-page.tsx';
export { subscribersOf } from './community-row.tsx';
export { BansCard, ReadersCard, StaffCard } from './staff-cards.tsx';
export { ChangedArticle, NewArticle } from './article-editor.tsx';
