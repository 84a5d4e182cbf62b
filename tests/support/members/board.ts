import { afterAll } from 'vitest';
import * as board from '@respa/contract/classifieds';
import { assertCounted } from '../counters.ts';
import { startTestApp, type Caller, type TestApp } from '../driver.ts';
import { cookieOf } from '../files/pictures.ts';
import { ADMIN, joinAdmin } from './games.ts';

type Board = {
  app: TestApp;
  admin: Caller;
  anna: Caller;
  boris: Caller;
  /** Returns the titles of the ads that a member finds. */
  titles(who: Caller, query?: Record<string, unknown>): Promise<string[]>;
  /** Returns the status with which a picture of an ad is answered; null is a visitor. */
  media(who: Caller | null, name: string, folder?: string): Promise<number>;
};

/**
 * Starts a server with an admin and two members for a test file about ads; call it at the top
 * level. Checks its counters and stops it after the last test.
 */
export async function openBoard(): Promise<Board> {
  const app = await startTestApp(ADMIN);
  afterAll(async () => {
    await assertCounted(app);
    await app.stop();
  });
  const [admin, anna, boris] = await Promise.all([
    joinAdmin(app),
    app.join('Анна', 'Продавец'),
    app.join('Борис'),
  ]);
  return {
    app,
    admin,
    anna,
    boris,
    titles: async (who, query = {}) =>
      (await who.call(board.list, { query })).ads.map(({ title }) => title),
    media: async (who, name, folder = 'board') =>
      (
        await fetch(`${app.url}/media/${folder}/${name}`, {
          headers: who === null ? {} : { cookie: await cookieOf(app, who) },
        })
      ).status,
  };
}
