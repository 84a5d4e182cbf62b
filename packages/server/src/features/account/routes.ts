import type { FastifyReply, FastifyRequest } from 'fastify';
import * as account from '@respa/contract/account';
import { second } from '@respa/contract/account-security';
import { SESSION_DAYS } from '@respa/contract/limits';
import { bearerOf, done, serve, type House } from '#platform/serve.ts';
import { fault } from '@respa/contract/faults';
import { isId } from '#platform/ids.ts';
import {
  changePassword,
  activate,
  deleteProfile,
  forgotPassword,
  isReturnLink,
  login,
  loginSecond,
  register,
  resendActivation,
  returnPassword,
  sendReturnLink,
} from './service.ts';
import { listSessions } from './queries.ts';
import { deviceOf, type Sessions } from './sessions.ts';
import type { Visits } from './visits.ts';

export const MEDIA_COOKIE = 'respa_media';

export function mountAccount(house: House, sessions: Sessions, visits: Visits): void {
  const { ground } = house;
  const secure = ground.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      'set-cookie',
      `${MEDIA_COOKIE}=${value}; Path=/media; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
    );
  const letIn = (reply: FastifyReply, mediaToken: string) =>
    cookie(reply, mediaToken, SESSION_DAYS * 24 * 3600);
  const origin = (request: FastifyRequest) => ({
    device: deviceOf(request.headers['user-agent']),
    address: request.ip,
  });

  serve(house, account.register, async ({ body, request, reply }) => {
    const signed = await register(ground, sessions, body, origin(request));
    letIn(reply, signed.mediaToken);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(house, account.login, async ({ body, request, reply }) => {
    const signed = await login(ground, sessions, body, origin(request));
    letIn(reply, signed.mediaToken);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(house, second, async ({ body, request, reply }) => {
    const signed = await loginSecond(ground, sessions, body, origin(request));
    letIn(reply, signed.mediaToken);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(house, account.logout, async ({ viewer, reply }) => {
    await sessions.end(viewer.id, { only: viewer.sessionId });
    cookie(reply, '', 0);
    return { ok: true };
  });
  serve(house, account.refresh, async ({ request, reply }) => {
    const token = bearerOf(request.raw);
    const nobody = { verified: false, activated: false, token: null, userId: null };
    if (token === null) return { ...nobody, greeting: request.headers.authorization === undefined };
    const rotated = await sessions.rotate(token);
    if (rotated === null) return { ...nobody, greeting: false };
    letIn(reply, rotated.mediaToken);
    if (rotated.viewer.isActivated) visits.countMember(rotated.viewer.id);
    return {
      verified: true,
      activated: rotated.viewer.isActivated,
      greeting: false,
      token: rotated.token,
      userId: rotated.viewer.id,
    };
  });
  serve(house, account.activate, ({ body }) => done(activate(ground, sessions, body.link)));
  serve(house, account.resendActivation, ({ viewer }) => done(resendActivation(ground, viewer)));
  ground.jobs.on('accounts.return', ({ email }) => sendReturnLink(ground, email));
  serve(house, account.forgotPassword, ({ body }) => done(forgotPassword(ground, body.email)));
  serve(house, account.checkReturnLink, async ({ params }) => ({
    ok: await isReturnLink(ground, params.id, params.link),
  }));
  serve(house, account.returnPassword, ({ body }) => done(returnPassword(ground, sessions, body)));
  serve(house, account.changePassword, ({ viewer, body }) =>
    done(changePassword(ground, sessions, viewer, body)),
  );
  serve(house, account.deleteProfile, async ({ viewer, body, reply }) => {
    await deleteProfile(ground, sessions, viewer, body);
    cookie(reply, '', 0);
    return { ok: true };
  });
  serve(house, account.sessions, async ({ viewer }) => ({
    sessions: (await listSessions(ground.db, viewer.id)).map((row) => ({
      _id: row.id,
      device: row.device,
      created: row.created_at.toISOString(),
      used: row.used_at.toISOString(),
      current: row.id === viewer.sessionId,
    })),
  }));
  serve(house, account.endSession, async ({ viewer, params }) => {
    if (params.id !== 'all' && !isId(params.id)) throw fault('not_found');
    await sessions.end(
      viewer.id,
      params.id === 'all' ? { except: viewer.sessionId } : { only: params.id },
    );
    return { ok: true };
  });
}
