import * as security from '@respa/contract/account-security';
import { done, findCaller, serve, type App } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import {
  cancelEmail,
  checkRequestedEmail,
  readEmails,
  requestEmail,
} from './email/email-change.ts';
import { confirmByMail, readConfirmation } from './email/mail-confirmations.ts';
import { originOf } from './origin.ts';
import {
  beginFactor,
  confirmFactor,
  endFactor,
  readFactor,
  renewCodes,
  resendFactorLink,
} from './second-factor.ts';
import type { Sessions } from './sessions/sessions.ts';
import { listSignIns } from './sign-ins.ts';

export function mountAccountSecurity(app: App, sessions: Sessions): void {
  const { context } = app;
  serve(app, security.email, ({ viewer }) => readEmails(context, viewer.id));
  serve(app, security.changeEmail, async ({ viewer, body }) => {
    const email = await checkRequestedEmail(context, viewer, body);
    return {
      pending: await transaction(context, (tx) => requestEmail(context, tx, viewer.id, email)),
    };
  });
  serve(app, security.cancelEmail, ({ viewer }) => done(cancelEmail(context, viewer)));
  serve(app, security.confirmation, async ({ params, request }) =>
    readConfirmation(context, await findCaller(app, request), params.link),
  );
  serve(app, security.confirmEmail, async ({ body, request }) => ({
    ok: true,
    ...(await confirmByMail(
      context,
      sessions,
      body,
      await findCaller(app, request),
      originOf(request),
    )),
  }));
  serve(app, security.factor, async ({ viewer }) => {
    const { since, ...factor } = await readFactor(context.db, viewer.id);
    return { ...factor, since: since?.toISOString() ?? null };
  });
  serve(app, security.mailFactor, ({ viewer }) => done(resendFactorLink(context, viewer)));
  serve(app, security.beginFactor, ({ viewer, body }) =>
    beginFactor(context, viewer, body.password),
  );
  serve(app, security.confirmFactor, async ({ viewer, body }) => ({
    codes: await confirmFactor(context, sessions, viewer, body.code),
  }));
  serve(app, security.endFactor, ({ viewer, body }) =>
    done(endFactor(context, sessions, viewer, body)),
  );
  serve(app, security.newCodes, async ({ viewer, body }) => ({
    codes: await renewCodes(context, viewer, body),
  }));
  serve(app, security.signIns, ({ viewer, query }) =>
    listSignIns(context.db, viewer.id, query.before),
  );
}
