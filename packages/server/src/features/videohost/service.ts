export { createChannel } from './channels.ts';
export { publishVideo } from './publishing.ts';
export { rankSoon, rankVideos } from './ranking.ts';
export { subscribe } from './subscriptions.ts';
export { addLater, saveProgress, view } from './watching.ts';
export { findChannelOwner } from './channels.ts';
export { findVideoOwner, isListed, isRunBy, maySeeVideo } from './videos.ts';
