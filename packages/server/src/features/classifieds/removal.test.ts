import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as board from '@respa/contract/classifieds';
import * as classifiedFavourites from '@respa/contract/classified-favourites';
import * as notifications from '@respa/contract/notifications';
import * as promos from '@respa/contract/promos';
import { publishAd as place } from '#tests/support/members/classifieds.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';
import { until } from '#tests/support/files/pictures.ts';
import { showPromo } from '#tests/support/members/promos.ts';
import type { Tx } from '#platform/database/db.ts';
import { notifySearchers } from './searches.ts';

let app: TestApp;
let [admin, seller, reader]: Caller[] = [] as never;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [admin, seller, reader] = await Promise.all([
    joinAdmin(app),
    app.join('Анна'),
    app.join('Борис'),
  ]);
});
afterAll(() => app.stop());

/** Waits until at least this many statements wait for a lock; a job of the ad may be among them. */
const waiting = (count: number) =>
  until(
    async () =>
      (
        await sql<{
          count: number;
        }>`
          select count(*)::int as count
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `.execute(app.server.context.db)
      ).rows[0]!.count >= count,
  );
/** Runs `work` in a transaction and holds its locks until the returned function is called. */
async function hold(work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = app.server.context.db.transaction().execute(async (tx) => {
    await work(tx);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return () => {
    released.resolve();
    return done;
  };
}

test.each([
  ['deleted', board.remove],
  ['sold', board.close],
] as const)(
  'removes the notices about an ad that is %s while they are being sent',
  async (_, route) => {
    const { context } = app.server;
    const { _id: id } = await place(seller!, 'Плащ');
    await until(
      async () =>
        (
          await sql`
          select
          from classifieds
          where id = ${id} and matched_at is not null
        `.execute(context.db)
        ).rows.length === 1,
    );
    await sql`
    insert into classified_matches (ad_id, user_id, words)
    values (${id}, ${reader!.id}, 'плащ')
  `.execute(context.db);
    const release = await hold((tx) =>
      sql`
      select
      from people
      where id = ${reader!.id}
      for update
    `.execute(tx),
    );
    const telling = notifySearchers(context, id);
    await waiting(1);
    const removing = seller!.call(route, { params: { id } });
    await waiting(2);
    await release();
    await Promise.all([telling, removing]);
    expect(
      (await reader!.call(notifications.list)).notifications.filter(({ postID }) => postID === id),
    ).toEqual([]);
  },
);

describe('returns 404 for an action on an item that is being deleted', () => {
  test('marking an ad', async () => {
    const { _id: id } = await place(seller!, 'Исчезнет');
    const release = await hold((tx) => sql`delete from classifieds where id = ${id}`.execute(tx));
    const marking = reader!.refusal(classifiedFavourites.addFavourite, { params: { id } });
    await waiting(1);
    await release();
    expect(await marking).toMatchObject({ status: 404, code: 'not_found' });
  });
  test('hiding a promo', async () => {
    const id = await showPromo(seller!, admin!, 'Исчезнет');
    const release = await hold((tx) => sql`delete from promos where id = ${id}`.execute(tx));
    const hiding = reader!.refusal(promos.hide, { params: { id } });
    await waiting(1);
    await release();
    expect(await hiding).toMatchObject({ status: 404, code: 'not_found' });
  });
});
