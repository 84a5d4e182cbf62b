export { heedRooms, useUnreadMessages } from './api.ts';
export { WriteButton } from './write-button.tsx';
