export { findLeader } from './groups.ts';
export { newestSubscribes } from './subscriptions.ts';
