import { own, type AccessRow } from '../access-row.ts';

const NEW_PASSWORD = 'respawn-2027';

/** Calls of signing in, settings and messages to the support. */
export const ACCOUNT_ROWS: Record<string, AccessRow> = {
  'POST /auth/register': own,
  'POST /auth/login': own,
  'POST /auth/logout': own,
  'GET /refresh': own,
  'GET /auth/activation/:link': { stranger: 400, params: () => ({ link: 'x'.repeat(43) }) },
  'POST /auth/activate': { stranger: 400, body: () => ({ link: 'x'.repeat(43) }) },
  'POST /auth/second': {
    stranger: 400,
    body: () => ({ challenge: 'x'.repeat(43), code: '123456' }),
  },
  'GET /auth/email': own,
  'POST /auth/change-email': own,
  'DELETE /auth/email': own,
  'GET /auth/confirm-email/:link': { stranger: 400, params: () => ({ link: 'x'.repeat(43) }) },
  'POST /auth/second/mail': own,
  'POST /auth/confirm-email': { stranger: 400, body: () => ({ link: 'x'.repeat(43) }) },
  'GET /auth/second': own,
  'POST /auth/second/begin': own,
  'POST /auth/second/confirm': own,
  'POST /auth/second/off': own,
  'POST /auth/second/codes': own,
  'GET /auth/passkeys': own,
  'POST /auth/passkeys/begin': own,
  'POST /auth/passkeys': {
    stranger: 400,
    body: () => ({ name: 'Ключ', id: 'x', clientData: 'e30', attestation: 'x' }),
  },
  'DELETE /auth/passkeys/:id': { stranger: 404, params: ({ passkeyId }) => ({ id: passkeyId }) },
  'POST /auth/passkeys/sign-in/begin': own,
  'POST /auth/passkeys/sign-in': {
    stranger: 400,
    body: () => ({ id: 'x', clientData: 'e30', authenticatorData: 'x', signature: 'x' }),
  },
  'GET /auth/sign-ins': own,
  'POST /auth/resend-activation': own,
  'POST /forgot-password': own,
  'GET /return-password/:id/:link': {
    stranger: 'reads',
    params: ({ owner }) => ({ id: owner, link: 'x'.repeat(43) }),
  },
  'POST /return-password': {
    stranger: 400,
    body: ({ owner }) => ({ id: owner, link: 'x'.repeat(43), password: NEW_PASSWORD }),
  },
  'POST /auth/change-password': own,
  'POST /deleteprofile': { stranger: 403, body: () => ({ password: 'not-the-password' }) },
  'GET /auth/sessions': own,
  'DELETE /auth/sessions/:id': { stranger: 404, params: ({ sessionId }) => ({ id: sessionId }) },
  'POST /admin/sendmessage': own,
  'POST /export': own,
  'GET /export': own,
  'DELETE /export': own,
  'GET /export/:link': { stranger: 404, params: () => ({ link: 'x'.repeat(43) }) },
};
