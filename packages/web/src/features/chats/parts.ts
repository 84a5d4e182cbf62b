export { heedRooms, useUnreadMessages } from './api.ts';
