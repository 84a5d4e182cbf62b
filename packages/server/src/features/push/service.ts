export { flushRooms } from './room-news.ts';
