export { findChannelOwner } from './channels.ts';
export { findVideoOwner, isListed, isRunBy, maySeeVideo } from './videos.ts';
