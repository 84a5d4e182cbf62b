import { afterAll, afterEach } from 'vitest';
import { assertCounted } from '../counters.ts';
import { startTestApp, type Caller, type TestApp } from '../driver.ts';

/** A house of the file's own with three members, to be opened at its head: after each test its counters are compared, after the last it goes. */
export async function openTrio(
  prove: (app: TestApp) => Promise<void> = assertCounted,
): Promise<{ app: TestApp; anna: Caller; boris: Caller; vera: Caller }> {
  const app = await startTestApp();
  afterEach(() => prove(app));
  afterAll(() => app.stop());
  const [anna, boris, vera] = await Promise.all([
    app.join('Анна', 'Белова'),
    app.join('Борис', 'Ёлкин'),
    app.join('Вера', 'Громова'),
  ]);
  return { app, anna, boris, vera };
}
