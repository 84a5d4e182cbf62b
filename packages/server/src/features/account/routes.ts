import * as account from '@respa/contract/account';
import { second } from '@respa/contract/account-security';
import { bearerOf, done, findCaller, serve, type App } from '#platform/http/serve.ts';
import { appError } from '@respa/contract/app-errors';
import { isId } from '#platform/runtime/ids.ts';
import {
  changePassword,
  forgotPassword,
  isReturnLink,
  returnPassword,
  sendReturnLink,
} from './passwords/password-changes.ts';
import { activate, readActivation, resendActivation } from './activation.ts';
import { originOf } from './origin.ts';
import { deleteProfile, register } from './service.ts';
import { makeSessionCookies, type SessionCookies } from './sessions/session-cookies.ts';
import { listSessions } from './sessions/session-queries.ts';
import type { Sessions } from './sessions/sessions.ts';
import { login, loginSecond } from './sign-in.ts';
import type { Visits } from './visits.ts';

/** Mounts accounts: signing in and out, activation, passwords and sessions. */
export function mountAccount(app: App, sessions: Sessions, visits: Visits): void {
  const cookies = makeSessionCookies(app.context.config.publicUrl);
  mountSignIn(app, sessions, visits, cookies);
  mountProfile(app, sessions, cookies);
  mountSessions(app, sessions);
}

function mountSignIn(app: App, sessions: Sessions, visits: Visits, cookies: SessionCookies): void {
  const { context } = app;

  serve(app, account.register, async ({ body, request, reply }) => {
    const signed = await register(context, sessions, body, originOf(request));
    cookies.start(reply, signed);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(app, account.login, async ({ body, request, reply }) => {
    const signed = await login(context, sessions, body, originOf(request));
    cookies.start(reply, signed);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(app, second, async ({ body, request, reply }) => {
    const signed = await loginSecond(context, sessions, body, originOf(request));
    cookies.start(reply, signed);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
  serve(app, account.logout, async ({ viewer, reply }) => {
    await sessions.end(viewer.id, { only: viewer.sessionId });
    cookies.end(reply);
    return { ok: true };
  });
  serve(app, account.refresh, async ({ request, reply }) => {
    const token = bearerOf(request.raw);
    const nobody = { verified: false, activated: false, token: null, userId: null };
    if (token === null) return { ...nobody, greeting: request.headers.authorization === undefined };
    const caller = await findCaller(app, request);
    if (caller !== null) await context.limits.spend('renewals', caller.sessionId);
    const rotated = caller === null ? null : await sessions.rotate(token);
    if (rotated === null) return { ...nobody, greeting: false };
    cookies.start(reply, rotated);
    if (rotated.viewer.isActivated) visits.countMember(rotated.viewer.id);
    return {
      verified: true,
      activated: rotated.viewer.isActivated,
      greeting: false,
      token: rotated.token,
      userId: rotated.viewer.id,
    };
  });
}

/** Mounts activation, passwords and the deletion of an account. */
function mountProfile(app: App, sessions: Sessions, cookies: SessionCookies): void {
  const { context } = app;

  serve(app, account.activation, async ({ params, request }) =>
    readActivation(context, await findCaller(app, request), params.link),
  );
  serve(app, account.activate, async ({ body, request, reply }) => {
    const caller = await findCaller(app, request);
    const signed = await activate(context, sessions, body, caller, originOf(request));
    cookies.start(reply, signed);
    return { ok: true, token: signed.token, userId: signed.userId };
  });
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
    cookies.end(reply);
    return { ok: true };
  });
}

function mountSessions(app: App, sessions: Sessions): void {
  const { context } = app;

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
