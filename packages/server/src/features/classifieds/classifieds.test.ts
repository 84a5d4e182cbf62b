import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as adminCalls from '@respa/contract/admin';
import * as board from '@respa/contract/classifieds';
import * as notifications from '@respa/contract/notifications';
import * as documentedBoard from '@respa/contract/classifieds-documented';
import { publishAd as place, readAd as read } from '#tests/support/members/classifieds.ts';
import { isStored, picture, pictureWithPlace, until } from '#tests/support/files/pictures.ts';
import { openBoard } from '#tests/support/members/board.ts';

const { app, admin, anna, boris, titles, media } = await openBoard();
describe('an ad', () => {
  test('is created by the documented call, shows its content, and hides its number from others', async () => {
    const { ad } = await anna!.call(documentedBoard.create, {
      body: {
        title: '  Шлем\nстража ',
        description: 'Надевали дважды',
        date: '2001-01-01',
        dieDate: '3',
        price: '1 500 руб',
        game: 'Перевал',
        phone: '+7 900 123-45-67',
        user: boris!.id,
      },
      files: { file: [await pictureWithPlace(), await picture('png')] },
    });
    expect(ad).toMatchObject({
      title: 'Шлем стража',
      price: 1500,
      game: 'Перевал',
      phone: '+7 900 123-45-67',
      user: anna!.id,
      state: 'active',
      passport: null,
      warnings: [],
      looks: 0,
      person: { _id: anna!.id, surname: 'Продавец' },
    });
    expect(Date.parse(ad.dieDate!) - Date.parse(ad.date)).toBe(3 * DAY_MS);
    expect(Math.abs(Date.parse(ad.date) - Date.now())).toBeLessThan(600_000);
    expect(ad.images).toEqual(ad.pictures.map(({ name }) => name));
    expect(ad.images).toHaveLength(2);
    for (const [folder, who] of [
      ['ads', null],
      ['board', null],
    ] as const)
      expect(await media(who, ad.images[0]!, folder)).toBe(200);

    const seen = await read(boris!, ad._id);
    expect(seen).toMatchObject({ phone: '+7 9•• •••-••-••', looks: null });
    expect((await boris!.call(documentedBoard.one, { params: { id: ad._id } })).ad).toEqual(seen);
    const listed = await boris!.request(board.list, { query: { user: anna!.id } });
    const text = await listed.text();
    expect(text).toContain('Шлем стража');
    expect(text).not.toMatch(/phone|123-45|1234567/);
    expect(await titles(boris!, { q: '123-45-67' })).toEqual([]);
    expect(await boris!.call(board.phone, { params: { id: ad._id } })).toEqual({
      phone: '+7 900 123-45-67',
    });
    expect(
      await boris!.call(documentedBoard.phone, { params: { id: ad._id.toUpperCase() } }),
    ).toEqual({ phone: '+7 900 123-45-67' });
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['no title', { title: ' ' }, 'bad_input', 'Введите название'],
    ['a long title', { title: 'я'.repeat(101) }, 'bad_input', 'Название не длиннее 100 символов'],
    [
      'a long text',
      { description: 'я'.repeat(5_001) },
      'bad_input',
      'Описание не длиннее 5 000 символов',
    ],
    ['no price', { price: '' }, 'bad_price', 'Укажите цену'],
    ['a price in words', { price: 'даром' }, 'bad_price', 'Укажите цену'],
    ['a price above the limit', { price: '1000000001' }, 'bad_price', 'Укажите цену'],
    ['a negative price', { price: -1 }, 'bad_price', 'Укажите цену'],
    ['a lifetime in words', { dieDate: 'неделя' }, 'bad_lifetime', 'Срок'],
    ['more than a year', { dieDate: '366' }, 'bad_lifetime', 'Срок'],
    ['a past date', { dieDate: '01.01.2020' }, 'bad_lifetime', 'Срок'],
    ['a phone number in words', { phone: 'позвони' }, 'bad_phone', 'Неверный номер'],
    ['a short phone number', { phone: '123' }, 'bad_phone', 'Неверный номер'],
    ['no account details', { passport: 'да' }, 'bad_passport', 'Неверный паспорт'],
    ['unknown account details', { passport: { level: 3 } }, 'bad_passport', 'Неверный паспорт'],
    [
      'account details with invalid values',
      { passport: { phone: 'yes' } },
      'bad_passport',
      'Неверный паспорт',
    ],
    [
      'account details that are too long',
      { passport: { rank: 'я'.repeat(81) } },
      'bad_passport',
      'Неверный паспорт',
    ],
  ])('is rejected with nothing left behind: %s', async (_, wrong, code, sentence) => {
    const before = await titles(anna!);
    const refused = await anna!.refusal(board.create, {
      body: { title: 'Не выйдет', price: '5', ...wrong },
    });
    expect(refused).toMatchObject({
      status: 400,
      code,
      error: expect.stringContaining(sentence) as string,
    });
    expect(await titles(anna!)).toEqual(before);
  });
  test('accepts five pictures and rejects non-pictures', async () => {
    const six = await Promise.all(Array.from({ length: 6 }, () => picture()));
    expect(
      await anna!.refusal(board.create, {
        body: { title: 'Много', price: '1' },
        files: { file: six },
      }),
    ).toMatchObject({ status: 400, code: 'too_many_files' });
    expect(
      await anna!.refusal(board.create, {
        body: { title: 'Не то', price: '1' },
        files: { file: [await picture(), new Blob(['<svg/>'])] },
      }),
    ).toMatchObject({ status: 415, code: 'bad_type' });
    const ad = await place(anna!, 'Пять', {}, six.slice(0, 5));
    expect(ad.images).toHaveLength(5);
    expect(
      await anna!.refusal(board.edit, { params: { id: ad._id }, files: { file: [six[5]!] } }),
    ).toMatchObject({ code: 'too_many_files' });
    const { ad: changed } = await anna!.call(board.edit, {
      params: { id: ad._id },
      body: { keep: [ad.images[3]], price: '1 000 ₽' },
      files: { file: [six[5]!] },
    });
    expect(changed).toMatchObject({
      title: 'Пять',
      price: 1000,
      images: [ad.images[3], expect.any(String)],
    });
    await until(async () => !(await isStored(app, 'ads', ad.images[0]!)));
    expect(
      await anna!.refusal(board.edit, { params: { id: ad._id }, body: { keep: [ad.images[0]] } }),
    ).toMatchObject({ status: 400, code: 'bad_input' });
  });

  test('belongs to its owner: others read it, the admin may remove it, and callers without a token cannot see it', async () => {
    const { _id: id } = await place(anna!, 'Чужое', { phone: '89001234567' });
    for (const who of [boris!, admin!])
      for (const route of [board.edit, board.prolong, board.close] as const)
        expect(await who.refusal(route as typeof board.close, { params: { id } })).toMatchObject({
          status: 403,
          code: 'forbidden',
        });
    expect(await boris!.refusal(board.remove, { params: { id } })).toMatchObject({ status: 403 });
    for (const route of [board.one, documentedBoard.phone, board.click])
      expect(await app.nobody.refusal(route, { params: { id } })).toMatchObject({ status: 401 });
    for (const strange of [anna!.id, 'x', '../ad'])
      for (const route of [board.one, board.phone, board.remove])
        expect(
          await boris!.refusal(route as typeof board.one, { params: { id: strange } }),
        ).toMatchObject({ status: 404, code: 'not_found' });
    expect(
      await boris!.refusal(board.phone, {
        params: { id: (await place(anna!, 'Без телефона'))._id },
      }),
    ).toMatchObject({ status: 404, code: 'no_phone' });
    expect(await admin!.call(documentedBoard.remove, { params: { id } })).toEqual({ ok: true });
    expect((await admin!.call(adminCalls.log)).entries[0]).toMatchObject({
      action: 'remove_ad',
      kind: 'ad',
      objectId: id,
      personId: anna!.id,
    });
    expect((await anna!.call(notifications.list)).notifications[0]).toMatchObject({
      type: 'takedown',
      title: 'Удалено: объявление «Чужое».',
    });
    await admin!.call(board.remove, { params: { id: (await place(admin!, 'Своё'))._id } });
    expect((await admin!.call(adminCalls.log)).entries).toHaveLength(1);
    expect(await anna!.refusal(board.remove, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('for an account has its details, which may be sparse', async () => {
    const account1 = await place(anna!, 'Аккаунт', {
      game: 'Перевал',
      passport: { region: ' RU ', rank: '', phone: true, mail: null, bans: 'Не было' },
    });
    expect(account1).toMatchObject({
      isAccount: true,
      passport: { region: 'RU', rank: null, phone: true, mail: null, bans: 'Не было' },
    });
    const { ad } = await anna!.call(board.edit, {
      params: { id: account1._id },
      body: { passport: '' },
    });
    expect(ad).toMatchObject({ isAccount: false, passport: null });
  });
  test('warns its readers if it lures them off the site', async () => {
    const { _id: id } = await place(anna!, 'Дёшево', {
      description: 'Пишите в телеграм @cheap_seller, предоплата',
    });
    expect((await read(boris!, id)).warnings).toEqual([
      { kind: 'messenger', words: 'телеграм' },
      { kind: 'prepayment', words: 'предоплата' },
    ]);
  });

  test('counts one view per member per day, and none of its owner', async () => {
    const { _id: id } = await place(anna!, 'Смотрины');
    for (const who of [boris!, boris!, anna!, admin!])
      await who.call(documentedBoard.click, { params: { id } });
    expect((await read(anna!, id)).looks).toBe(2);
    await sql`
      update classified_looks
      set day = day - 1
      where ad_id = ${id} and user_id = ${boris!.id}
    `.execute(app.server.context.db);
    await boris!.call(board.click, { params: { id } });
    expect((await read(anna!, id)).looks).toBe(3);
    expect((await anna!.call(board.mine)).ads.find(({ _id }) => _id === id)?.looks).toBe(3);
  });
});
