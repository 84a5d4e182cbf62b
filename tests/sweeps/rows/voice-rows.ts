import { alike, own, type AccessRow, type Things } from '../access-row.ts';

const room = ({ roomId }: Things) => ({ roomId });
const member = ({ groupId, owner }: Things) => ({ roomId: groupId, userId: owner });

/** Calls of voice rooms. */
export const VOICE_ROWS: Record<string, AccessRow> = {
  ...alike(own, 'GET /voice'),
  'POST /voice/:roomId/join': {
    stranger: 404,
    params: room,
    body: ({ messageId }) => ({ sdp: 'v=0', clientId: messageId }),
  },
  'POST /voice/:roomId/leave': {
    stranger: 404,
    params: room,
    body: ({ messageId }) => ({ clientId: messageId }),
  },
  'POST /voice/:roomId/decline': { stranger: 404, params: room },
  'PATCH /voice/:roomId/me': {
    stranger: 404,
    params: room,
    body: () => ({ isMuted: true, isDeaf: false }),
  },
  'PATCH /voice/:roomId/members/:userId': {
    stranger: 404,
    params: member,
    body: () => ({ isServerMuted: true }),
  },
  'DELETE /voice/:roomId/members/:userId': { stranger: 404, params: member },
  'POST /voice/:roomId/screen': {
    stranger: 404,
    params: room,
    body: ({ messageId }) => ({ sdp: 'v=0', clientId: messageId, height: 720 }),
  },
  'POST /voice/:roomId/screen/watch': {
    stranger: 404,
    params: room,
    body: ({ messageId }) => ({ sdp: 'v=0', clientId: messageId }),
  },
  'POST /voice/:roomId/screen/leave': {
    stranger: 404,
    params: room,
    body: ({ messageId }) => ({ clientId: messageId }),
  },
  'DELETE /voice/:roomId/screen/:userId': { stranger: 404, params: member },
};
