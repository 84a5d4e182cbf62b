export { handleRoomEvent, useUnreadMessages } from './api.ts';
export { GroupForm } from './group-form.tsx';
export { workAll } from './outbox.ts';
export { RoomPane } from './room.tsx';
export { RoomsList } from './rooms-list.tsx';
export { startSound } from './sound.ts';
export { WriteButton } from './write-button.tsx';
