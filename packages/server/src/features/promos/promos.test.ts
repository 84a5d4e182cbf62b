import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as promos from '@respa/contract/promos';
import * as documented from '@respa/contract/promos-documented';
import { type Caller } from '#tests/support/driver.ts';
import { cookieOf, picture } from '#tests/support/files/pictures.ts';
import { makePromo, showPromo } from '#tests/support/members/promos.ts';
import { openPromos } from '#tests/support/members/open-promos.ts';

const { app, admin, anna, boris, read, next, end } = await openPromos();
const of = (who: Caller | undefined) => ({ params: { userId: who!.id } });
const by = (id: string) => ({ params: { id } });

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
