import { afterAll, afterEach } from 'vitest';
import { assertCounted } from '../counters.ts';
import { startTestApp, type Caller, type TestApp } from '../driver.ts';

/**
 * Starts a server with three members for the test file; call it at the top level. Checks its
 * counters after each test and stops it after the last.
 */
export async function openTrio(
  verify: (app: TestApp) => Promise<void> = assertCounted,
): Promise<{ app: TestApp; anna: Caller; boris: Caller; vera: Caller }> {
  const app = await startTestApp();
  afterEach(() => verify(app));
  afterAll(() => app.stop());
  const [anna, boris, vera] = await joinTrio(app);
  return { app, anna, boris, vera };
}
/** Registers three members, for tests that each need new ones. */
export const joinTrio = (app: TestApp, surname = 'Громова'): Promise<[Caller, Caller, Caller]> =>
  Promise.all([app.join('Анна', 'Белова'), app.join('Борис', 'Ёлкин'), app.join('Вера', surname)]);

/**
 * Starts a server with two members for the test file; call it at the top level. Checks it with
 * `verify` after each test and stops it after the last.
 */
export async function openPair(
  env: Record<string, string> = {},
  verify: (app: TestApp) => Promise<void> = assertCounted,
): Promise<{ app: TestApp; anna: Caller; boris: Caller }> {
  const app = await startTestApp(env);
  afterEach(() => verify(app));
  afterAll(() => app.stop());
  const [anna, boris] = await Promise.all([app.join('Анна', 'Белова'), app.join('Борис', 'Ёлкин')]);
  return { app, anna, boris };
}
