export {
  admitToArticle,
  admitToComments,
  findGroupOf,
  findPollAccess,
  maySeeArticle,
  runsArticle,
} from './articles/articles.ts';
export { gatherArticleCards } from './cards.ts';
export { findArticles } from './search.ts';
export { noteReaction } from './notices.ts';
export { listPublicChannels, subscribe } from './staff/subscriptions.ts';
export { findLeader } from './communities.ts';
export { listShared, newestSubscribes } from './staff/subscriptions.ts';
export { listPopular } from './articles/popular.ts';
export {
  findOpenArticle,
  findOpenCommunity,
  listOpenArticles,
  pickOpenCommunities,
  pickOpenArticles,
  presentOpenArticles,
  presentOpenCommunity,
} from './open.ts';
