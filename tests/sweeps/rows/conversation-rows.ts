import { alike, own, ownersId, type AccessRow, type Things } from '../access-row.ts';

const room = (things: Things) => ({ roomId: things.roomId });
const message = (things: Things) => ({ id: things.messageId });
const group = (things: Things) => ({ id: things.groupId });
const chatFolder = (things: Things) => ({ id: things.chatFolderId });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const inGroup = (things: Things) => ({ roomId: things.groupId });
const ofPoll = ({ pollId }: Things) => ({ id: pollId });
const ofMessage = (things: Things) => ({ messageId: things.messageId });

/** Calls of private rooms and group chats. */
export const CONVERSATION_ROWS: Record<string, AccessRow> = {
  'GET /get-rooms': own,
  'GET /rooms/unread': own,
  'GET /check-rooms/:userId': { stranger: 'reads', params: ownersId },
  'GET /create-room/:userId': { stranger: 'acts', params: ownersId },
  'GET /get-room-id/:userId': { stranger: 404, params: ({ friend }) => ({ userId: friend }) },
  'GET /room-by-users/:userId': { stranger: 404, params: ({ friend }) => ({ userId: friend }) },
  'GET /room/:id': { stranger: 404, params: ({ roomId }) => ({ id: roomId }) },
  'GET /connect/:roomId/:userId': {
    stranger: 404,
    params: ({ roomId, stranger }) => ({ roomId, userId: stranger }),
  },
  'GET /messages/:page/:offset': {
    stranger: 404,
    params: () => ({ page: 1, offset: 0 }),
    query: ({ roomId }) => ({ room: roomId }),
  },
  'POST /new-messages/:roomId': { stranger: 404, params: room, body: () => ({ message: 'чужое' }) },
  'PATCH /message/:id': { stranger: 404, params: message, body: () => ({ message: 'чужое' }) },
  'DELETE /message/:id': { stranger: 404, params: message },
  ...alike(
    { stranger: 404, params: room },
    'GET /read/:roomId',
    'POST /typing/:roomId',
    'GET /mentionable/:roomId',
    'POST /mute-room/:roomId',
    'DELETE /mute-room/:roomId',
    'POST /upload-bg/:roomId',
    'DELETE /upload-bg/:roomId',
  ),
  'POST /group/create': { stranger: 'own', body: () => ({ title: 'Своя беседа' }) },
  ...alike(
    { stranger: 404, params: group },
    'GET /group/room/:id',
    'DELETE /group/room/:id',
    'POST /group/change-avatar/:id',
    'DELETE /group/leave/:id',
  ),
  'POST /group/change-title/:id': {
    stranger: 404,
    params: group,
    body: () => ({ title: 'Чужая' }),
  },
  'POST /group/edit-group/:id': {
    stranger: 404,
    params: group,
    body: () => ({ description: 'Чужая' }),
  },
  'DELETE /group/exclude/:roomId/:userId': {
    stranger: 404,
    params: ({ groupId, friend }) => ({ roomId: groupId, userId: friend }),
  },
  ...alike(
    {
      stranger: 404,
      params: ({ groupId, friend }) => ({ roomId: groupId, userId: friend }),
    },
    'POST /group/moderator/:roomId/:userId',
    'DELETE /group/moderator/:roomId/:userId',
  ),
  'GET /group/invite/:roomId/:userId': {
    stranger: 404,
    params: ({ groupId, stranger }) => ({ roomId: groupId, userId: stranger }),
  },
  'GET /group/connect/:roomId/:userId': {
    stranger: 404,
    params: ({ groupId, stranger }) => ({ roomId: groupId, userId: stranger }),
  },
  'GET /group/messages/:page/:offset': {
    stranger: 404,
    params: () => ({ page: 1, offset: 0 }),
    query: ({ groupId }) => ({ room: groupId }),
  },
  'POST /group/new-messages/:roomId': {
    stranger: 404,
    params: inGroup,
    body: () => ({ message: 'чужое' }),
  },
  'PATCH /group/message/:id': {
    stranger: 404,
    params: ({ groupMessageId }) => ({ id: groupMessageId }),
    body: () => ({ message: 'чужое' }),
  },
  'DELETE /group/message/:id': {
    stranger: 404,
    params: ({ groupMessageId }) => ({ id: groupMessageId }),
  },
  ...alike(
    { stranger: 404, params: inGroup },
    'GET /group/read/:roomId',
    'POST /group/typing/:roomId',
    'POST /group/upload-bg/:roomId',
    'DELETE /group/upload-bg/:roomId',
  ),
  'POST /reaction/:messageId': { stranger: 404, params: ofMessage, body: () => ({ emoji: '👍' }) },
  'DELETE /reaction/:messageId': {
    stranger: 404,
    params: ofMessage,
    body: () => ({ emoji: '👍' }),
  },
  'GET /poll/:id': { stranger: 404, params: ofPoll },
  'PUT /poll/:id/vote': {
    stranger: 404,
    params: ofPoll,
    body: ({ pollOptionId }) => ({ options: [pollOptionId] }),
  },
  'POST /poll/:id/close': { stranger: 404, params: ofPoll },
  'GET /poll/:id/voters/:optionId': {
    stranger: 404,
    params: ({ pollId, pollOptionId }) => ({ id: pollId, optionId: pollOptionId }),
  },
  'POST /forward': {
    stranger: 404,
    body: ({ messageId, roomId }) => ({
      messages: [messageId],
      rooms: [roomId],
      clientId: 'чужое',
    }),
  },
  'GET /message-versions/:messageId': { stranger: 404, params: ofMessage },
  'POST /pin/:messageId': { stranger: 404, params: ofMessage },
  'DELETE /pin/:messageId': { stranger: 404, params: ofMessage },
  'GET /search-messages': { stranger: 404, query: ({ roomId }) => ({ q: 'Между', room: roomId }) },
  ...alike(
    { stranger: 404, params: room },
    'POST /pin-room/:roomId',
    'DELETE /pin-room/:roomId',
    'POST /archive-room/:roomId',
    'DELETE /archive-room/:roomId',
    'DELETE /room-history/:roomId',
    'POST /room-history/:roomId',
  ),
  'GET /scheduled': own,
  'POST /schedule/:roomId': {
    stranger: 404,
    params: room,
    body: () => ({ message: 'чужое', date: tomorrow() }),
  },
  ...alike(
    { stranger: 404, params: ({ scheduledId }) => ({ id: scheduledId }) },
    'PATCH /scheduled/:id',
    'DELETE /scheduled/:id',
    'POST /scheduled/:id/send',
  ),
  'PUT /pinned-rooms': { stranger: 404, body: ({ roomId }) => ({ rooms: [roomId] }) },
  'GET /chat-folders': own,
  'POST /chat-folders': { stranger: 'own', body: () => ({ name: 'Своя папка' }) },
  'PATCH /chat-folders/:id': {
    stranger: 404,
    params: chatFolder,
    body: () => ({ name: 'Чужая' }),
  },
  'DELETE /chat-folders/:id': { stranger: 404, params: chatFolder },
  'PUT /chat-folders': { stranger: 404, body: ({ chatFolderId }) => ({ folders: [chatFolderId] }) },
  ...alike(
    { stranger: 404, params: ({ chatFolderId, roomId }) => ({ id: chatFolderId, roomId }) },
    'PUT /chat-folders/:id/:roomId',
    'DELETE /chat-folders/:id/:roomId',
  ),
  'PUT /draft/:roomId': { stranger: 404, params: room, body: () => ({ text: 'чужое' }) },
};
