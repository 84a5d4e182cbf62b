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
import { originOf } from '../origin.ts';
import { makeSessionCookies } from '../sessions/session-cookies.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Mounts passkeys: adding and removing own ones, and signing in with one. */
export function mountPasskeys(app: App, sessions: Sessions): void {
  const { context } = app;
  const cookies = makeSessionCookies(context.config.publicUrl);
  serve(app, passkeys.list, async ({ viewer }) => ({
    passkeys: await listPasskeys(context, viewer),
  }));
  serve(app, passkeys.begin, async ({ viewer, body }) => ({
    options: await beginPasskey(context, viewer, body),
  }));
  serve(app, passkeys.add, async ({ viewer, body }) => ({
    passkey: await addPasskey(context, viewer, body),
  }));
  serve(app, passkeys.remove, ({ viewer, params }) =>
    done(removePasskey(context, viewer, params.id)),
  );
  serve(app, passkeys.beginSignIn, async () => ({ options: await beginPasskeySignIn(context) }));
  serve(app, passkeys.signIn, async ({ body, request, reply }) => {
    const signed = await signInWithPasskey(context, sessions, body, originOf(request));
    cookies.start(reply, signed);
    return { token: signed.token, userId: signed.userId, errors: [] };
  });
}
