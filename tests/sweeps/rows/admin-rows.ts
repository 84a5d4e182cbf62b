import { alike, own, ownerId, type AccessRow } from '../access-row.ts';

const nobodys = () => ({ id: '01890000-0000-7000-8000-000000000000' });
const EVENT = { text: 'Затмение', year: 2027, month: 8, day: 2 };

/** Calls of the admin panel and the events. */
export const ADMIN_ROWS: Record<string, AccessRow> = {
  'GET /aep/events': own,
  'GET /home/overview': own,
  'GET /home/popular': own,
  'POST /home/steps/dismiss': own,
  ...alike(
    { stranger: 403 },
    'GET /admin/messages',
    'GET /admin/visits',
    'GET /admin/state',
    'GET /admin/voice',
    'GET /admin/reports',
    'GET /admin/members',
    'GET /admin/jobs',
    'GET /admin/log',
  ),
  'POST /aep/new-event': { stranger: 403, body: () => EVENT },
  'POST /aep/event/:id': { stranger: 403, params: nobodys, body: () => EVENT },
  'DELETE /aep/event/:id': { stranger: 403, params: nobodys },
  'POST /upload-something': { stranger: 403, body: () => ({ folder: 'portfolio', name: 'cover' }) },
  'POST /admin/messages/:id/answer': {
    stranger: 403,
    params: nobodys,
    body: () => ({ text: 'Ответ' }),
  },
  'POST /admin/messages/:id/state': {
    stranger: 403,
    params: nobodys,
    body: () => ({ state: 'closed' }),
  },
  'POST /admin/reports/:id/close': { stranger: 403, params: nobodys },
  'POST /admin/takedown': {
    stranger: 403,
    body: ({ postId }) => ({ kind: 'userpost', id: postId, reason: 'Чужое' }),
  },
  'POST /admin/suspend/:id': { stranger: 403, params: ownerId, body: () => ({ reason: 'Чужой' }) },
  'DELETE /admin/suspend/:id': { stranger: 403, params: ownerId },
  'POST /admin/jobs/:id/retry': { stranger: 403, params: () => ({ id: 1 }) },
  'DELETE /admin/jobs/:id': { stranger: 403, params: () => ({ id: 1 }) },
};
