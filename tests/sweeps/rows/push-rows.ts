import { PUSH_SUBSCRIPTION } from '../../support/members/push-devices.ts';
import { alike, own, type AccessRow } from '../access-row.ts';

const UNKNOWN = 'A'.repeat(120);

/** Calls of notifications on devices. */
export const PUSH_ROWS: Record<string, AccessRow> = {
  ...alike(own, 'GET /push', 'POST /push/settings', 'POST /push/subscribe'),
  'DELETE /push/devices/:id': {
    stranger: 404,
    params: ({ pushDeviceId }) => ({ id: pushDeviceId }),
  },
  'POST /push/shown': { stranger: 'own', body: ({ messageId }) => ({ check: messageId }) },
  // What lets a device act is a secret that nobody else has.
  'POST /push/renew': {
    stranger: 404,
    body: () => ({
      endpoint: PUSH_SUBSCRIPTION.endpoint,
      auth: 'x'.repeat(22),
      next: { ...PUSH_SUBSCRIPTION, endpoint: 'https://push.example/stranger' },
    }),
  },
  'POST /push/read': { stranger: 404, body: () => ({ token: UNKNOWN }) },
  'POST /push/reply': {
    stranger: 404,
    body: ({ messageId }) => ({ token: UNKNOWN, message: 'Чужой ответ', clientId: messageId }),
  },
};
