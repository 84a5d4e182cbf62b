export { groupChannel, listGroupChannels } from './groups/group-channels.ts';
export { findGroupLeader } from './groups/groups.ts';
export { addCallLine } from './messages/call-lines.ts';
export { publishLinkChange } from './messages/link-changes.ts';
export { sendMessage } from './messages/messages.ts';
export { gatherRoomNews, type RoomNews } from './messages/room-news.ts';
export { findPollAccess } from './messages/poll-access.ts';
export { findMessageAuthor } from './messages/message-views.ts';
export { findLeading } from './groups/group-moderators.ts';
export { findMayWrite } from './rooms/room-rights.ts';
export { GROUP, PRIVATE } from './rooms/conversation-kind.ts';
export {
  countUnread as countUnreadMessages,
  findRoomOf,
  isMember,
  type MemberRoom,
} from './rooms/room-queries.ts';
export { notifyPartners, partStreams, readRoom } from './rooms/rooms.ts';
