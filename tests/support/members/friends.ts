import { afterAll, afterEach } from 'vitest';
import { assertCounted } from '../counters.ts';
import { startTestApp, type Caller, type TestApp } from '../driver.ts';
import { befriend } from './group-chats.ts';

/**
 * Starts a server with Anna, her friends Boris and Vera, and a stranger for the test file; call it
 * at the top level. Checks its counters after each test and stops it after the last.
 */
export async function openFriends(): Promise<
  Record<'anna' | 'boris' | 'vera' | 'stranger', Caller> & { app: TestApp }
> {
  const app = await startTestApp();
  afterEach(() => assertCounted(app));
  afterAll(() => app.stop());
  const [anna, boris, vera, stranger] = await Promise.all([
    app.join('Анна', 'Белова'),
    app.join('Борис', 'Ёлкин'),
    app.join('Вера', 'Громова'),
    app.join('Глеб', 'Чужой'),
  ]);
  await befriend(anna, boris, vera);
  return { app, anna, boris, vera, stranger };
}
