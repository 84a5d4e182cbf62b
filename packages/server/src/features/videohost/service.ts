export { findChannelOwner } from './channels.ts';
export { findVideoOwner, isRunBy, maySeeVideo } from './videos.ts';
