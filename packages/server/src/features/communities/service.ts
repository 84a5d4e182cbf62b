export { admitToArticle, findGroupOf, maySeeArticle, runsArticle } from './articles.ts';
export { createCommunity } from './communities.ts';
export { noteReaction } from './notices.ts';
export { addEditor } from './staff.ts';
export { listPublicChannels, subscribe } from './subscriptions.ts';
export { createArticle, propose } from './writing.ts';
export { findLeader } from './communities.ts';
export { newestSubscribes } from './subscriptions.ts';
