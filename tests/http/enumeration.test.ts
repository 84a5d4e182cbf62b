import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import type { RouteSpec } from '@respa/contract/route';
import { Caller, startTestApp, type TestApp } from '../support/driver.ts';

const UNKNOWN = 'nobody-at-all@respa.test';
const PLATFORM_OWNER = '01890000-0000-7000-8000-000000000000';
const PASSWORD = 'не тот пароль';
type Who = { id: string; email: string };
/**
 * Anonymous calls that name an account: how to call them with an existing and a nonexistent
 * account. Registration does reveal that an address is taken, as `docs/decisions.md` defines,
 * limited to twenty times an hour.
 */
const CALLS: Record<
  string,
  { route: RouteSpec; ask: (who: Who) => { params?: object; body?: Record<string, unknown> } }
> = {
  'signing in': {
    route: account.login,
    ask: ({ email }) => ({ body: { email, password: PASSWORD } }),
  },
  'a new password by mail': {
    route: account.forgotPassword,
    ask: ({ email }) => ({ body: { email } }),
  },
  'a link from such a mail, looked at': {
    route: account.checkReturnLink,
    ask: ({ id }) => ({ params: { id, link: 'x'.repeat(43) } }),
  },
  'a link from such a mail, opened': {
    route: account.returnPassword,
    ask: ({ id }) => ({ body: { id, link: 'x'.repeat(43), password: 'respawn-2027' } }),
  },
};
const FIXED = /^(?:date|keep-alive)$/;
async function ask(url: string, name: string, who: Who) {
  const { route, ask: input } = CALLS[name]!;
  const answer = await new Caller(url).request(route, input(who) as never);
  return {
    status: answer.status,
    body: await answer.text(),
    headers: [...answer.headers].filter(([header]) => !FIXED.test(header)),
  };
}

describe('No response reveals whether an account exists', () => {
  let app: TestApp;
  let anna: Caller;
  beforeAll(async () => {
    app = await startTestApp();
    anna = await app.join('Анна');
  });
  afterAll(() => app.stop());
  test.each(Object.keys(CALLS))('%s', async (name) => {
    const unknown = await ask(app.url, name, { id: PLATFORM_OWNER, email: UNKNOWN });
    // Byte for byte, and therefore of the same length.
    expect(await ask(app.url, name, anna)).toEqual(unknown);
  });
});
