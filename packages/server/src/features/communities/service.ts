export { findLeader } from './communities.ts';
export { newestSubscribes } from './subscriptions.ts';
