export { listGroupChannels } from './groups/group-channels.ts';
export { findGroupLeader } from './groups/groups.ts';
export { publishLinkChange } from './messages/link-changes.ts';
export { findPollAccess } from './messages/poll-access.ts';
export { findMessageAuthor } from './messages/message-views.ts';
export { GROUP, PRIVATE } from './rooms/conversation-kind.ts';
export { isMember } from './rooms/room-queries.ts';
export { notifyPartners, partStreams } from './rooms/rooms.ts';
