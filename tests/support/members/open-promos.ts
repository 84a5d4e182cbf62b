import { afterAll, beforeEach } from 'vitest';
import { sql } from 'kysely';
import * as promos from '@respa/contract/promos';
import { startTestApp, type Caller, type TestApp } from '../driver.ts';
import { ADMIN, joinAdmin } from './games.ts';
import type { ShownPromo } from './promos.ts';

type Promos = Record<'admin' | 'anna' | 'boris' | 'vera', Caller> & {
  app: TestApp;
  read(who: Caller, id: string): Promise<ShownPromo>;
  /** Returns the promo that a member sees next, if there is one. */
  next(who: Caller): Promise<Awaited<ReturnType<typeof takeNext>>>;
  /** Makes the run of a promo end a minute ago. */
  end(id: string): Promise<unknown>;
};
const takeNext = async (who: Caller) => (await who.call(promos.next)).ad;

/**
 * Starts a server with an admin and three members for a test file about promos; call it at the top
 * level. Each test begins without promos, because those of one would appear in the slots of the
 * next.
 */
export async function openPromos(): Promise<Promos> {
  const app = await startTestApp(ADMIN);
  const { db } = app.server.context;
  beforeEach(async () => {
    await sql`truncate promos, promo_seen cascade`.execute(db);
    await sql`delete from media_files where folder = 'inneradimages'`.execute(db);
  });
  afterAll(() => app.stop());
  const [admin, anna, boris, vera] = await Promise.all([
    joinAdmin(app),
    app.join('Анна', 'Белова'),
    app.join('Борис', 'Ёлкин'),
    app.join('Вера', 'Громова'),
  ]);
  return {
    app,
    admin,
    anna,
    boris,
    vera,
    read: async (who, id) => (await who.call(promos.one, { params: { id } })).ad,
    next: takeNext,
    end: (id) =>
      sql`
        update promos
        set ends_at = now() - interval '1 minute'
        where id = ${id}
      `.execute(db),
  };
}
