import * as security from '@respa/contract/account-security';
import { done, serve, type House } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import { cancelEmail, confirmEmail, readEmails, requestEmail, weighEmail } from './email-change.ts';
import { beginFactor, confirmFactor, endFactor, readFactor, renewCodes } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import { listSignIns } from './sign-ins.ts';

export function mountAccountSecurity(house: House, sessions: Sessions): void {
  const { ground } = house;
  serve(house, security.email, ({ viewer }) => readEmails(ground, viewer.id));
  serve(house, security.changeEmail, async ({ viewer, body }) => {
    const email = await weighEmail(ground, viewer.id, body.email);
    return {
      pending: await transaction(ground, (tx) => requestEmail(ground, tx, viewer.id, email)),
    };
  });
  serve(house, security.cancelEmail, ({ viewer }) => done(cancelEmail(ground, viewer)));
  serve(house, security.confirmEmail, async ({ body }) => ({
    ok: true,
    ...(await confirmEmail(ground, sessions, body.link)),
  }));
  serve(house, security.factor, async ({ viewer }) => {
    const { on, since, codesLeft } = await readFactor(ground.db, viewer.id);
    return { on, since: since?.toISOString() ?? null, codesLeft };
  });
  serve(house, security.beginFactor, ({ viewer, body }) =>
    beginFactor(ground, viewer, body.password),
  );
  serve(house, security.confirmFactor, async ({ viewer, body }) => ({
    codes: await confirmFactor(ground, sessions, viewer, body.code),
  }));
  serve(house, security.endFactor, ({ viewer, body }) =>
    done(endFactor(ground, sessions, viewer, body)),
  );
  serve(house, security.newCodes, async ({ viewer, body }) => ({
    codes: await renewCodes(ground, viewer, body),
  }));
  serve(house, security.signIns, ({ viewer, query }) =>
    listSignIns(ground.db, viewer.id, query.before),
  );
}
