export { handleRoomEvent, useUnreadMessages } from './api.ts';
export { GroupForm } from './groups/group-form.tsx';
export { workAll } from './composer/outbox.ts';
export { RoomPane } from './rooms/room.tsx';
export { RoomsList } from './rooms/rooms-list.tsx';
export { startSound } from './rooms/sound.ts';
export { WriteButton, WriteIcon } from './rooms/write-button.tsx';
export { GROUP, PRIVATE } from './rooms/conversation-kind.ts';
