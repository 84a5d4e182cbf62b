export { makePostVideos } from './post-videos.ts';
export { rankSoon } from './ranking.ts';
export { subscribe } from './channels/subscriptions.ts';
export { findChannelOwner } from './channels/channels.ts';
export { findVideoOwner, isListed, isStaffOf, maySeeVideo } from './videos.ts';
export { countNewOfSubscriptions } from './watching/member-list-queries.ts';
export {
  findOpenChannel,
  findOpenVideo,
  listOpenVideos,
  pickOpenChannels,
  pickOpenVideos,
  presentOpenChannel,
  presentOpenVideo,
} from './open.ts';
