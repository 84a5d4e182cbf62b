import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as adminCalls from '@respa/contract/admin';
import * as privacy from '@respa/contract/privacy';
import * as promos from '@respa/contract/promos';
import * as documented from '@respa/contract/promos-documented';
import * as reports from '@respa/contract/reports';
import { isIdle, readArchive } from '#tests/support/files/archive.ts';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import { makePromo, showPromo } from '#tests/support/members/promos.ts';
import { checkCounters } from '#platform/database/counters.ts';
import { promoCounters } from './counters.ts';
import { sweepSeen } from './showing.ts';
import { pickNext } from './showing-queries.ts';
import { openPromos } from '#tests/support/members/open-promos.ts';

const { app, admin, anna, boris, vera, read, next, end } = await openPromos();
const of = (who: Caller | undefined) => ({ params: { userId: who!.id } });
const by = (id: string) => ({ params: { id } });
const counted = async (id: string) => {
  const { views, clicks } = await read(anna, id);
  return { views, clicks };
};
const proved = () => checkCounters(app.server.context, promoCounters);

describe('A member', () => {
  test('sees each ad once a day, never their own nor hidden ones', async () => {
    const [first, second] = [
      await showPromo(anna!, admin!, 'Первая'),
      await showPromo(anna!, admin!, 'Вторая'),
    ];
    expect(await next(anna)).toBeNull();
    const seen = (await next(boris))!._id;
    expect([first, second]).toContain(seen);
    await boris!.call(promos.view, by(seen));
    const other = (await next(boris))!._id;
    expect(new Set([seen, other])).toEqual(new Set([first, second]));
    await boris!.call(promos.view, by(other));
    expect(await next(boris)).toBeNull();
    // Moves the views to yesterday, so that a new day begins.
    await sql`update promo_seen set day = day - 1`.execute(app.server.context.db);
    await sql`update promo_days set day = day - 1`.execute(app.server.context.db);
    expect(await next(boris)).not.toBeNull();
    await boris!.call(documented.hide, by(first));
    await boris!.call(promos.hide, by(first));
    await boris!.call(documented.view, by(second));
    expect(await next(boris)).toBeNull();
    expect(await next(vera)).not.toBeNull();
    expect(await proved()).toBe(0);
  });

  test('is counted once a day for a view and once for a click, the author never', async () => {
    const id = await showPromo(anna!, admin!, 'Считаем');
    await Promise.all(Array.from({ length: 8 }, () => boris!.call(promos.view, by(id))));
    await Promise.all([boris!, boris!, vera!].map((who) => who.call(promos.click, by(id))));
    for (const route of [promos.view, documented.click]) await anna!.call(route, by(id));
    expect(await counted(id)).toEqual({ views: 1, clicks: 2 });
    await vera!.call(promos.view, by(id));
    expect(await counted(id)).toEqual({ views: 2, clicks: 2 });
    await sql`update promo_seen set day = day - 1`.execute(app.server.context.db);
    await sql`update promo_days set day = day - 1`.execute(app.server.context.db);
    await sql`update promos set approved_at = approved_at - interval '2 days'`.execute(
      app.server.context.db,
    );
    await boris!.call(promos.view, by(id));
    expect(
      (await anna!.call(promos.stats, by(id))).days.map(({ views, clicks }) => [views, clicks]),
    ).toEqual([
      [0, 0],
      [2, 2],
      [1, 0],
    ]);
    const { days } = await anna!.call(promos.ownStats, of(anna));
    expect([days.length, days.at(-1), days.at(-2)]).toEqual([
      30,
      { date: new Date().toISOString().slice(0, 10), views: 1, clicks: 0 },
      expect.objectContaining({ views: 2, clicks: 2 }),
    ]);
    expect(await boris!.refusal(promos.stats, by(id))).toMatchObject({ status: 403 });
    expect(await boris!.refusal(promos.ownStats, of(anna))).toMatchObject({ status: 403 });
    expect((await admin!.call(documented.stats, by(id))).days).toHaveLength(3);
    expect(await proved()).toBe(0);
    await end(id);
    expect((await vera!.request(promos.view, by(id))).status).toBe(404);
    await sql`
      update promos
      set views = views + 1
      where id = ${id}
    `.execute(app.server.context.db);
    expect(await proved()).toBe(1);
  });

  test('sees no ads of an author whom they block or mute or who blocks them', async () => {
    const id = await showPromo(anna!, admin!, 'Не всем');
    await anna!.call(privacy.block, { params: { id: boris!.id } });
    await vera!.call(privacy.block, { params: { id: anna!.id } });
    for (const who of [boris, vera]) {
      expect(await next(who)).toBeNull();
      expect((await who!.request(promos.one, by(id))).status).toBe(404);
      expect((await who!.request(promos.click, by(id))).status).toBe(404);
    }
    await anna!.call(privacy.unblock, { params: { id: boris!.id } });
    await vera!.call(privacy.unblock, { params: { id: anna!.id } });
    await boris!.call(privacy.mute, { params: { id: anna!.id } });
    expect(await next(boris)).toBeNull();
    await boris!.call(privacy.unmute, { params: { id: anna!.id } });
    expect((await next(boris))!._id).toBe(id);
  });

  test('sees no ads of a suspended author', async () => {
    const author = await app.join('Глеб');
    const id = await showPromo(author, admin!, 'Под замком');
    expect((await next(boris))!._id).toBe(id);
    await admin!.call(adminCalls.suspend, { params: { id: author.id }, body: { reason: 'Обман' } });
    expect(await next(boris)).toBeNull();
    expect((await boris!.request(promos.one, by(id))).status).toBe(404);
    expect((await read(admin, id)).title).toBe('Под замком');
    await admin!.call(adminCalls.lift, { params: { id: author.id } });
    expect((await next(boris))!._id).toBe(id);
  });
  test('has their views stored for a week, or until the ad is deleted; the counters stay, and account deletion reverts the rest', async () => {
    const id = await showPromo(anna!, admin!, 'Помним');
    const gone = await app.join('Уйдёт');
    for (const who of [boris!, gone]) await who.call(promos.view, by(id));
    const age = (days: number) =>
      Promise.all(
        ['promo_seen', 'promo_days'].map((table) =>
          sql`update ${sql.table(table)} set day = day - ${days}::int`.execute(
            app.server.context.db,
          ),
        ),
      );
    const rows = async () =>
      (
        await sql`
        select
        from promo_seen
        where promo_id = ${id}
      `.execute(app.server.context.db)
      ).rows.length;
    await age(7);
    await sweepSeen(app.server.context);
    expect(await rows()).toBe(2);
    await age(1);
    for (const who of [boris!, gone]) await who.call(promos.view, by(id));
    await sweepSeen(app.server.context);
    expect([await rows(), await counted(id), await proved()]).toEqual([
      2,
      { views: 4, clicks: 0 },
      0,
    ]);
    await gone.call(account.deleteProfile, { body: { password: PASSWORD } });
    expect([await rows(), await counted(id), await proved()]).toEqual([
      1,
      { views: 3, clicks: 0 },
      0,
    ]);
    await anna!.call(promos.remove, by(id));
    await until(async () => (await rows()) === 0);
    expect(await proved()).toBe(0);
  });
  test('finds one eligible ad among many, wherever the search starts', async () => {
    await sql`
      insert into promos (id, owner_id, title, picture, days, state, ends_at, place)
      select gen_random_uuid(), ${anna!.id}, 'Много',
        '{"name":"x.webp","width":1,"height":1,"thumbhash":""}', 1, 'shown',
        now() + interval '1 day', n / 200.0
      from generate_series(0, 149) n
    `.execute(app.server.context.db);
    const day = new Date().toISOString().slice(0, 10);
    const placeFrom = async (index: number) => {
      const id = await pickNext(app.server.context.db, boris!.id, index, day);
      return (
        await sql<{ place: number }>`
          select place
          from promos
          where id = ${id!}
        `.execute(app.server.context.db)
      ).rows[0]!.place;
    };
    expect([
      await placeFrom(0),
      await placeFrom(0.301),
      await placeFrom(0.745),
      await placeFrom(0.9),
    ]).toEqual([0, 0.305, 0.745, 0]);
    await sql`delete from promos where place > 0.001`.execute(app.server.context.db);
    for (const who of [admin, boris, vera]) expect(await next(who)).not.toBeNull();
  });

  test('may report an ad that is shown; its author may not', async () => {
    const id = await showPromo(anna!, admin!, 'Жалоба');
    await boris!.call(reports.create, { body: { kind: 'promo', id, reason: 'fraud' } });
    expect(
      await anna!.refusal(reports.create, { body: { kind: 'promo', id, reason: 'spam' } }),
    ).toMatchObject({ code: 'self' });
    expect(
      await boris!.refusal(reports.create, {
        body: { kind: 'promo', id: (await makePromo(anna!, 'Ждёт'))._id, reason: 'spam' },
      }),
    ).toMatchObject({ status: 404 });
  });

  test('gets a data archive with their ads and the ads they saw and hid', async () => {
    const id = await showPromo(anna!, admin!, 'В архив');
    const hidden = await showPromo(anna!, admin!, 'Скрыта');
    await boris!.call(promos.view, by(id));
    await boris!.call(promos.hide, by(hidden));
    const [annas, boriss] = [await readArchive(app, anna!), await readArchive(app, boris!)];
    expect(JSON.parse(annas.get('promos.json')!.toString())).toEqual(
      expect.arrayContaining([expect.objectContaining({ title: 'В архив', views: 1 })]),
    );
    expect(JSON.parse(boriss.get('seen-promos.json')!.toString())).toEqual([
      expect.objectContaining({ title: 'В архив', viewed: true, clicked: false }),
      expect.objectContaining({ title: 'Скрыта', hidden: true }),
    ]);
    await until(() => isIdle(app));
  });
});
