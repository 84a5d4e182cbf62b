import { DAY_SECONDS } from '@respa/contract/durations';
import { SESSION_DAYS } from '@respa/contract/limits';
import * as passkeys from '@respa/contract/passkeys';
import { done, serve, type App } from '#platform/http/serve.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { deviceOf, type Sessions } from './sessions.ts';

/**
 * Mounts passkeys: adding and removing own ones, and signing in with one, which also sets the cookie
 * that reads media, of the given name.
 */
export function mountPasskeys(app: App, sessions: Sessions, mediaCookie: string): void {
  const { context } = app;
  const secure = context.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  serve(app, passkeys.list, async ({ viewer }) => ({
    passkeys: await listPasskeys(context, viewer),
  }));
  serve(app, passkeys.begin, async ({ viewer, body }) => ({
    options: await beginPasskey(context, viewer, body.password),
  }));
  serve(app, passkeys.add, async ({ viewer, body }) => ({
    passkey: await addPasskey(context, viewer, body),
  }));
  serve(app, passkeys.remove, ({ viewer, params }) =>
    done(removePasskey(context, viewer, params.id)),
  );
  serve(app, passkeys.beginSignIn, async () => ({ options: await beginPasskeySignIn(context) }));
  serve(app, passkeys.signIn, async ({ body, request, reply }) => {
    const from = { device: deviceOf(request.headers['user-agent']), address: request.ip };
    const { token, userId, mediaToken } = await signInWithPasskey(context, sessions, body, from);
    reply.header(
      'set-cookie',
      `${mediaCookie}=${mediaToken}; Path=/media; HttpOnly; SameSite=Lax; Max-Age=${SESSION_DAYS * DAY_SECONDS}${secure}`,
    );
    return { token, userId, errors: [] };
  });
}
