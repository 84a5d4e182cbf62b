import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as adminCalls from '@respa/contract/admin';
import * as notifications from '@respa/contract/notifications';
import * as promos from '@respa/contract/promos';
import * as documented from '@respa/contract/promos-documented';
import { type Caller } from '#tests/support/driver.ts';
import { blobOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import { showPromo } from '#tests/support/members/promos.ts';
import { openPromos } from '#tests/support/members/open-promos.ts';

const { app, admin, anna, boris, read, next, end } = await openPromos();
const of = (who: Caller | undefined) => ({ params: { userId: who!.id } });
const by = (id: string) => ({ params: { id } });

describe('An ad', () => {
  test("is refused without a picture, with two, with an invalid one or in another user's name, and leaves nothing behind", async () => {
    expect(
      await anna!.refusal(promos.create, { ...of(anna), body: { title: 'Реклама' } }),
    ).toMatchObject({ status: 400, code: 'no_file', error: 'Выберите изображение' });
    expect(
      await anna!.refusal(promos.create, {
        ...of(anna),
        body: { title: 'Реклама' },
        files: { file: [blobOf('не картинка')] },
      }),
    ).toMatchObject({ status: 415 });
    expect(
      await anna!.refusal(promos.create, {
        ...of(boris),
        body: { title: 'Реклама' },
        files: { file: [await picture()] },
      }),
    ).toMatchObject({ status: 403 });
    expect(
      await admin!.refusal(promos.create, {
        ...of(boris),
        body: { title: 'Реклама' },
        files: { file: [await picture()] },
      }),
    ).toMatchObject({ status: 403 });
    expect((await sql`select from promos`.execute(app.server.context.db)).rows).toEqual([]);
    expect(
      (
        await sql`
          select
          from media_files
          where folder = 'inneradimages'
        `.execute(app.server.context.db)
      ).rows,
    ).toEqual([]);
  });

  test('that has ended is visible to its author only, who may prolong it by a number of days', async () => {
    const id = await showPromo(anna!, admin!, 'Турнир', { dieDate: 2 });
    const added = (await anna!.call(documented.prolong, { ...by(id), body: { dieDate: '5' } })).ad;
    expect(Math.abs(Date.parse(added.dieDate!) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
    expect(
      await anna!.refusal(promos.prolong, { ...by(id), body: { dieDate: 360 } }),
    ).toMatchObject({ status: 400, code: 'bad_days' });
    expect(await boris!.refusal(promos.prolong, { ...by(id), body: {} })).toMatchObject({
      status: 403,
    });
    await end(id);
    expect((await read(anna, id)).state).toBe('ended');
    expect((await read(admin, id)).state).toBe('ended');
    expect((await boris!.request(promos.one, by(id))).status).toBe(404);
    expect(await next(boris)).toBeNull();
    await app.server.context.jobs.add(app.server.context.db, 'promos.sweep', {});
    await until(
      async () =>
        (
          await sql<{ state: string }>`
            select state
            from promos
            where id = ${id}
          `.execute(app.server.context.db)
        ).rows[0]!.state === 'ended',
    );
    expect((await anna!.call(promos.prolong, { ...by(id), body: {} })).ad.state).toBe('shown');
    expect((await next(boris))!._id).toBe(id);
  });

  test('is deleted by its author or the admin with its picture and its notifications', async () => {
    const id = await showPromo(anna!, admin!, 'Уйдёт');
    const { imageUrl } = await read(anna, id);
    await boris!.call(promos.view, by(id));
    expect(await boris!.refusal(promos.remove, by(id))).toMatchObject({ status: 403 });
    await anna!.call(documented.remove, by(id));
    expect((await anna!.request(promos.remove, by(id))).status).toBe(404);
    expect(
      (await anna!.call(notifications.list)).notifications.filter(({ postID }) => postID === id),
    ).toEqual([]);
    await until(async () => !(await isStored(app, 'inneradimages', imageUrl)));
    const other = await showPromo(anna!, admin!, 'Снимут');
    await admin!.call(promos.remove, by(other));
    expect((await anna!.request(promos.one, by(other))).status).toBe(404);
    expect(
      (await admin!.call(adminCalls.log)).entries.find(({ action }) => action.startsWith('remove')),
    ).toMatchObject({ action: 'remove_promo', kind: 'promo', objectId: other, personId: anna!.id });
  });

  test('is listed page by page to its author, and to no other user', async () => {
    expect(await anna!.call(documented.own, of(anna))).toEqual({ ads: [], count: 0, isLast: true });
    await sql`
      insert into promos (id, owner_id, title, picture, days)
      select ('01890000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
        ${anna!.id},
        'Реклама ' || n,
        '{"name":"x.webp","width":1,"height":1,"thumbhash":""}',
        1
      from generate_series(1, 30) n
    `.execute(app.server.context.db);
    const first = await anna!.call(promos.mine, { ...of(anna), query: { limit: 24 } });
    expect([first.ads.length, first.count, first.isLast, first.ads[0]!.title]).toEqual([
      24,
      30,
      false,
      'Реклама 30',
    ]);
    const last = await anna!.call(promos.mine, {
      ...of(anna),
      query: { limit: 24, before: first.ads.at(-1)!._id },
    });
    expect([last.ads.length, last.isLast, last.ads.at(-1)!.title]).toEqual([6, true, 'Реклама 1']);
    for (const route of [promos.mine, documented.own])
      expect(await boris!.refusal(route, of(anna))).toMatchObject({ status: 403 });
    const whole = await anna!.call(documented.own, of(anna));
    expect([whole.ads.length, whole.isLast]).toEqual([30, true]);
    expect(
      await anna!.call(documented.own, { ...of(anna), query: { page: 2, limit: 20 } }),
    ).toMatchObject({ count: 30, isLast: true, ads: whole.ads.slice(20) });
    expect(
      await anna!.call(documented.own, { ...of(anna), query: { q: 'РЕКЛАМА 2' } }),
    ).toMatchObject({ count: 11, isLast: true });
    expect(
      await anna!.refusal(documented.own, { ...of(anna), query: { limit: 101 } }),
    ).toMatchObject({ status: 400 });
    expect((await admin!.call(promos.mine, of(anna))).count).toBe(30);
    const queue = await admin!.call(promos.waiting);
    expect([queue.ads.length, queue.count, queue.ads[0]!.title]).toEqual([24, 30, 'Реклама 1']);
    expect(
      (await admin!.call(promos.waiting, { query: { after: queue.ads.at(-1)!._id } })).ads,
    ).toHaveLength(6);
    await sql`
      insert into promos (id, owner_id, title, picture, days)
      select gen_random_uuid(), ${anna!.id}, 'Ещё',
        '{"name":"x.webp","width":1,"height":1,"thumbhash":""}', 1
      from generate_series(1, 170) n
    `.execute(app.server.context.db);
    expect(
      await anna!.refusal(promos.create, {
        ...of(anna),
        body: { title: 'Лишняя' },
        files: { file: [await picture()] },
      }),
    ).toMatchObject({ status: 409, code: 'too_many_promos' });
  });
});
