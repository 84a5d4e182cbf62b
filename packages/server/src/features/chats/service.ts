export { listGroupChannels } from './groups/group-channels.ts';
export { invite } from './groups/group-members.ts';
export { createGroup, editGroup, findGroupLeader } from './groups/groups.ts';
export { editMessage, findMessageAuthor, sendMessage } from './messages/messages.ts';
export { GROUP, PRIVATE } from './rooms/conversation-kind.ts';
export { isMember } from './rooms/room-queries.ts';
export { notifyPartners, openRoomWith, partStreams, readRoom } from './rooms/rooms.ts';
