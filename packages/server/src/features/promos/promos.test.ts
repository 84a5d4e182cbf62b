import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as adminCalls from '@respa/contract/admin';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as promos from '@respa/contract/promos';
import * as documented from '@respa/contract/promos-documented';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';
import { blobOf, cookieOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import { makePromo, showPromo } from '#tests/support/members/promos.ts';

let app: TestApp;
let [admin, anna, boris]: Caller[] = [] as never;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [admin, anna, boris] = await Promise.all([
    joinAdmin(app),
    app.join('Анна', 'Белова'),
    app.join('Борис', 'Ёлкин'),
  ]);
});
afterAll(() => app.stop());
// Ads of one test would appear in the slots of the next.
beforeEach(async () => {
  await sql`truncate promos, promo_seen cascade`.execute(app.server.context.db);
  await sql`delete from media_files where folder = 'inneradimages'`.execute(app.server.context.db);
});

const of = (who: Caller | undefined) => ({ params: { userId: who!.id } });
const by = (id: string) => ({ params: { id } });
const read = async (who: Caller | undefined, id: string) =>
  (await who!.call(promos.one, by(id))).ad;
const next = async (who: Caller | undefined) => (await who!.call(promos.next)).ad;
const end = (id: string) =>
  sql`
    update promos
    set ends_at = now() - interval '1 minute'
    where id = ${id}
  `.execute(app.server.context.db);

describe('An ad', () => {
  test('is submitted by its author, waits for the admin, and is shown after approval', async () => {
    const { ad } = await anna!.call(documented.create, {
      ...of(anna),
      body: {
        title: '  Набор\nв клан ',
        text: 'Ждём вечерами',
        link: 'https://Clan.example/join',
        dieDate: '3',
        date: '2001-01-01',
      },
      files: { file: [await picture()] },
    });
    expect(ad).toMatchObject({
      title: 'Набор в клан',
      text: 'Ждём вечерами',
      link: 'https://clan.example/join',
      state: 'waiting',
      dieDate: null,
      days: 3,
      reason: '',
      views: 0,
      clicks: 0,
      person: { _id: anna!.id },
    });
    expect(Math.abs(Date.parse(ad.date) - Date.now())).toBeLessThan(60_000);
    expect(ad.imageUrl).toBe(ad.picture.name);
    for (const who of [boris!, app.nobody])
      expect((await who.request(promos.one, by(ad._id))).status).toBe(
        who === app.nobody ? 401 : 404,
      );
    expect(await next(boris)).toBeNull();
    expect((await admin!.call(promos.waiting)).ads).toEqual([
      expect.objectContaining({ _id: ad._id, title: 'Набор в клан' }),
    ]);
    expect(await boris!.refusal(promos.approve, by(ad._id))).toMatchObject({ status: 403 });

    const shown = (await admin!.call(documented.approve, by(ad._id))).ad;
    expect(shown.state).toBe('shown');
    expect(Math.abs(Date.parse(shown.dieDate!) - Date.now() - 3 * DAY_MS)).toBeLessThan(60_000);
    expect(await admin!.refusal(promos.approve, by(ad._id))).toMatchObject({
      status: 409,
      code: 'not_waiting',
    });
    expect(
      await admin!.refusal(promos.refuse, { ...by(ad._id), body: { reason: 'Поздно' } }),
    ).toMatchObject({ status: 409, code: 'not_waiting' });
    expect((await admin!.call(promos.waiting)).ads).toEqual([]);
    expect(await boris!.call(documented.one, by(ad._id))).toMatchObject({
      ad: { _id: ad._id, views: null, clicks: null, reason: '' },
    });
    expect((await anna!.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'promo',
      title: 'Реклама «Набор в клан» одобрена и показывается',
      postType: 'innerad',
      postID: ad._id,
      from: anna!.id,
    });
  });

  test('that is rejected notifies its author of the reason, and nobody else finds it', async () => {
    const { _id: id } = await makePromo(anna!, 'Казино');
    expect(await admin!.refusal(promos.refuse, { ...by(id), body: { reason: ' ' } })).toMatchObject(
      { status: 400, fields: { reason: 'Напишите, почему' } },
    );
    await admin!.call(promos.refuse, { ...by(id), body: { reason: 'Азартные игры нельзя' } });
    expect(await read(anna, id)).toMatchObject({
      state: 'refused',
      reason: 'Азартные игры нельзя',
      dieDate: null,
    });
    expect((await anna!.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'promo',
      title: 'Реклама «Казино» отклонена: Азартные игры нельзя',
      postID: id,
    });
    expect((await boris!.request(promos.one, by(id))).status).toBe(404);
    expect(await anna!.refusal(promos.prolong, { ...by(id), body: {} })).toMatchObject({
      status: 409,
      code: 'not_shown',
    });
    expect((await anna!.call(promos.stats, by(id))).days).toEqual([]);
    await anna!.call(privacy.block, { params: { id: admin!.id } });
    const { _id: other } = await makePromo(anna!, 'Ещё раз');
    await admin!.call(promos.approve, by(other));
    expect((await anna!.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'promo',
      postID: other,
      from: anna!.id,
    });
    await anna!.call(privacy.unblock, { params: { id: admin!.id } });
    await anna!.call(notifications.setSettings, { body: { quiet: ['promo'] } });
    await showPromo(anna!, admin!, 'Без уведомления');
    expect((await anna!.call(notifications.list)).notifications[0]!.title).not.toContain(
      'Без уведомления',
    );
    await anna!.call(notifications.setSettings, { body: { quiet: [] } });
  });

  test.each([
    ['no title', { title: ' ' }, 400, 'bad_input', 'title', 'Введите название'],
    [
      'a long title',
      { title: 'я'.repeat(101) },
      400,
      'bad_input',
      'title',
      'Название не длиннее 100 символов',
    ],
    ['a long text', { text: 'я'.repeat(5_001) }, 400, 'bad_input', 'text', 'Текст не длиннее'],
    [
      'a link without its beginning',
      { link: 'clan.example' },
      400,
      'bad_address',
      'link',
      'Неверный формат. Пример правильной ссылки: http://respa.test',
    ],
    [
      'a script with http in it',
      { link: "javascript:alert('http')" },
      400,
      'bad_address',
      'link',
      'Неверный формат',
    ],
    ['more than a year', { dieDate: '366' }, 400, 'bad_days', 'dieDate', 'Срок'],
    ['no days', { dieDate: 0 }, 400, 'bad_days', 'dieDate', 'Срок'],
    ['a past date', { dieDate: '01.01.2020' }, 400, 'bad_days', 'dieDate', 'Срок'],
  ])('with %s is refused', async (_, body, status, code, field, sentence) => {
    const refusal = await anna!.refusal(promos.create, {
      ...of(anna),
      body: { title: 'Реклама', ...body },
      files: { file: [await picture()] },
    });
    expect(refusal).toMatchObject({
      status,
      code,
      fields: { [field]: expect.stringContaining(sentence) as string },
    });
    expect((await anna!.call(promos.mine, of(anna))).count).toBe(0);
  });
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

test('the picture of an ad is visible to its author and the admin only, except while the ad is shown', async () => {
  const ad = await makePromo(anna!, 'С картинкой');
  const cookies = {
    anna: await cookieOf(app, anna!),
    boris: await cookieOf(app, boris!),
    admin: await cookieOf(app, admin!),
    nobody: '',
  };
  const ask = async (folder: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(cookies).map(
          async ([who, cookie]) =>
            [
              who,
              await fetch(`${app.url}/media/${folder}/${ad.imageUrl}`, {
                headers: cookie === '' ? {} : { cookie },
              }),
            ] as const,
        ),
      ),
    );
  const statuses = async (folder: string) =>
    Object.values(await ask(folder)).map(({ status }) => status);
  for (const folder of ['promos', 'inneradimages'])
    expect(await statuses(folder)).toEqual([200, 404, 200, 404]);
  expect((await ask('promos'))['anna']!.headers.get('cache-control')).toBe('private, no-store');
  await admin!.call(promos.approve, by(ad._id));
  expect(await statuses('promos')).toEqual([200, 200, 200, 200]);
  await end(ad._id);
  expect(await statuses('promos')).toEqual([200, 404, 200, 404]);
  const refused = await makePromo(anna!, 'Откажут');
  await admin!.call(promos.refuse, { ...by(refused._id), body: { reason: 'Нельзя' } });
  expect(
    (
      await fetch(`${app.url}/media/promos/${refused.imageUrl}`, {
        headers: { cookie: cookies.boris },
      })
    ).status,
  ).toBe(404);
});
