export { readKeys as makePushKeys } from './keys.ts';
export { flushRooms } from './room-news.ts';
