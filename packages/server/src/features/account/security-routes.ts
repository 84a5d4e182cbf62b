import * as security from '@respa/contract/account-security';
import { done, serve, type App } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import {
  cancelEmail,
  confirmEmail,
  readEmails,
  requestEmail,
  checkRequestedEmail,
} from './email-change.ts';
import { beginFactor, confirmFactor, endFactor, readFactor, renewCodes } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import { listSignIns } from './sign-ins.ts';

export function mountAccountSecurity(app: App, sessions: Sessions): void {
  const { context } = app;
  serve(app, security.email, ({ viewer }) => readEmails(context, viewer.id));
  serve(app, security.changeEmail, async ({ viewer, body }) => {
    const email = await checkRequestedEmail(context, viewer.id, body.email);
    return {
      pending: await transaction(context, (tx) => requestEmail(context, tx, viewer.id, email)),
    };
  });
  serve(app, security.cancelEmail, ({ viewer }) => done(cancelEmail(context, viewer)));
  serve(app, security.confirmEmail, async ({ body }) => ({
    ok: true,
    ...(await confirmEmail(context, sessions, body.link)),
  }));
  serve(app, security.factor, async ({ viewer }) => {
    const { on, since, codesLeft } = await readFactor(context.db, viewer.id);
    return { on, since: since?.toISOString() ?? null, codesLeft };
  });
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
