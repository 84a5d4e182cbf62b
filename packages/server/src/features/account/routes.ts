import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '@respa/contract/durations';
import * as account from '@respa/contract/account';
import { second } from '@respa/contract/account-security';
import { SESSION_DAYS } from '@respa/contract/limits';
import { bearerOf, done, serve, type App } from '#platform/http/serve.ts';
import { appError } from '@respa/contract/app-errors';
import { isId } from '#platform/runtime/ids.ts';
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

export function mountAccount(app: App, sessions: Sessions, visits: Visits): void {
  const { context } = app;
  const secure = context.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      'set-cookie',
      `${MEDIA_COOKIE}=${value}; Path=/media; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
    );
  const startSession = (reply: FastifyReply, mediaToken: string) =>
    cookie(reply, mediaToken, SESSION_DAYS * DAY_SECONDS);
  const origin = (request: FastifyRequest) => ({
    device: deviceOf(request.headers['user-agent']),
    address: request.ip,
  });

  serve(app, account.register, async ({ body, request, reply }) => {
    const signed = await register(context, sessions, body, origin(request));
    startSession(reply, signed.mediaToken);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(app, account.login, async ({ body, request, reply }) => {
    const signed = await login(context, sessions, body, origin(request));
    startSession(reply, signed.mediaToken);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(app, second, async ({ body, request, reply }) => {
    const signed = await loginSecond(context, sessions, body, origin(request));
    startSession(reply, signed.mediaToken);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(app, account.logout, async ({ viewer, reply }) => {
    await sessions.end(viewer.id, { only: viewer.sessionId });
    cookie(reply, '', 0);
    return { ok: true };
  });
  serve(app, account.refresh, async ({ request, reply }) => {
    const token = bearerOf(request.raw);
    const nobody = { verified: false, activated: false, token: null, userId: null };
    if (token === null) return { ...nobody, greeting: request.headers.authorization === undefined };
    const rotated = await sessions.rotate(token);
    if (rotated === null) return { ...nobody, greeting: false };
    startSession(reply, rotated.mediaToken);
    if (rotated.viewer.isActivated) visits.countMember(rotated.viewer.id);
    return {
      verified: true,
      activated: rotated.viewer.isActivated,
      greeting: false,
      token: rotated.token,
      userId: rotated.viewer.id,
    };
  });
  serve(app, account.activate, ({ body }) => done(activate(context, sessions, body.link)));
  serve(app, account.resendActivation, ({ viewer }) => done(resendActivation(context, viewer)));
  context.jobs.on('accounts.return', ({ email }) => sendReturnLink(context, email));
  serve(app, account.forgotPassword, ({ body }) => done(forgotPassword(context, body.email)));
  serve(app, account.checkReturnLink, async ({ params }) => ({
    ok: await isReturnLink(context, params.id, params.link),
  }));
  serve(app, account.returnPassword, ({ body }) => done(returnPassword(context, sessions, body)));
  serve(app, account.changePassword, ({ viewer, body }) =>
    done(changePassword(context, sessions, viewer, body)),
  );
  serve(app, account.deleteProfile, async ({ viewer, body, reply }) => {
    await deleteProfile(context, sessions, viewer, body);
    cookie(reply, '', 0);
    return { ok: true };
  });
  serve(app, account.sessions, async ({ viewer }) => ({
    sessions: (await listSessions(context.db, viewer.id)).map((row) => ({
      _id: row.id,
      device: row.device,
      created: row.created_at.toISOString(),
      used: row.used_at.toISOString(),
      current: row.id === viewer.sessionId,
    })),
  }));
  serve(app, account.endSession, async ({ viewer, params }) => {
    if (params.id !== 'all' && !isId(params.id)) throw appError('not_found');
    await sessions.end(
      viewer.id,
      params.id === 'all' ? { except: viewer.sessionId } : { only: params.id },
    );
    return { ok: true };
  });
}
