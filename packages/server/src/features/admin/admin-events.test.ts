import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as admin from '@respa/contract/admin';
import * as events from '@respa/contract/events';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let boss: Caller;
let anna: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [boss, anna] = [await joinAdmin(app), await app.join('Анна')];
});
afterAll(() => app.stop());
const actions = async () => (await boss.call(admin.log)).entries.map(({ action }) => action);

describe('events', () => {
  const year = new Date().getUTCFullYear() + 1;
  const body = {
    text: 'Затмение',
    year,
    month: 8,
    day: 2,
    time: '13:07',
    interesting: true,
    information: 'Полное',
    visibility: 'Вся страна',
    sort: '-2',
  };
  const next = async () => (await anna.call(events.list)).events;
  test('are created as documented, shown to members in order, changed and deleted', async () => {
    const { event } = await boss.call(events.create, {
      body,
      files: { file: [await picture()], file2: [await picture('png')] },
    });
    expect(event).toMatchObject({
      text: 'Затмение',
      date: `${year}-08-02`,
      time: '13:07',
      interesting: true,
      information: 'Полное',
      visibility: 'Вся страна',
      sort: -2,
    });
    for (const one of [event.file, event.file2])
      expect(
        (await fetch(`${app.url}/media/events/${one!.name}`)).headers.get('cache-control'),
      ).toContain('immutable');
    await boss.call(events.create, { body: { text: 'Раньше', year, month: 1, day: 3 } });
    await boss.call(events.create, { body: { text: 'В тот же день', year, month: 8, day: 2 } });
    expect((await next()).map((one) => one.text)).toEqual(['Раньше', 'Затмение', 'В тот же день']);
    const {
      events: [second],
      isLast,
    } = await anna.call(events.list, { query: { after: (await next())[0]!._id, limit: 1 } });
    expect([second!.text, isLast]).toEqual(['Затмение', false]);

    const changed = (
      await boss.call(events.edit, {
        params: { id: event._id },
        body: { text: 'Кольцевое', year, month: 2, day: 1, removeFile2: '1' },
      })
    ).event;
    expect(changed).toMatchObject({
      text: 'Кольцевое',
      date: `${year}-02-01`,
      time: '',
      interesting: false,
      file: { name: event.file!.name },
      file2: null,
    });
    await expect
      .poll(async () => (await fetch(`${app.url}/media/events/${event.file2!.name}`)).status, {
        timeout: patient(10_000),
      })
      .toBe(404);
    expect(await boss.call(events.remove, { params: { id: event._id } })).toEqual({ ok: true });
    expect(await boss.refusal(events.remove, { params: { id: event._id } })).toMatchObject({
      status: 404,
    });
    await expect
      .poll(async () => (await fetch(`${app.url}/media/events/${event.file!.name}`)).status, {
        timeout: patient(10_000),
      })
      .toBe(404);
    expect((await actions()).slice(0, 5)).toEqual([
      'remove_event',
      'edit_event',
      'add_event',
      'add_event',
      'add_event',
    ]);
  });
  test('without a year are dated 2025, as documented, and are listed among the past ones', async () => {
    await boss.call(events.create, { body: { text: 'Давно', month: 1, day: 3 } });
    await boss.call(events.create, { body: { text: 'Ещё раньше', year: 1999, month: 8, day: 11 } });
    expect(
      (await anna.call(events.list, { query: { part: 'past' } })).events.map(({ text, date }) => [
        text,
        date,
      ]),
    ).toEqual([
      ['Давно', '2025-01-03'],
      ['Ещё раньше', '1999-08-11'],
    ]);
  });
  test.each<[Record<string, unknown>, string, string]>([
    [{ text: '' }, 'text', 'Опишите событие'],
    [{ month: 13 }, 'month', 'Месяц: от 1 до 12'],
    [{ month: 2, day: 30 }, 'day', 'В этом месяце нет такого дня'],
    [{ day: 'завтра' }, 'day', 'День: от 1 до 31'],
    [{ year: 1 }, 'year', 'Год: от 1900 до 2200'],
    [{ time: '25:00' }, 'time', 'Время: ЧЧ:ММ'],
    [{ sort: '9999999' }, 'sort', 'Порядок: целое число до миллиона'],
    [{ sort: 'первым' }, 'sort', 'Порядок: целое число до миллиона'],
    [{ visibility: 'щ'.repeat(201) }, 'visibility', 'Видимость не длиннее 200 символов'],
  ])('%j is rejected with a sentence and changes nothing', async (wrong, field, sentence) => {
    const before = await next();
    expect(await boss.refusal(events.create, { body: { ...body, ...wrong } })).toMatchObject({
      status: 400,
      fields: { [field]: sentence },
    });
    expect(await next()).toEqual(before);
  });
  test('accept only pictures, both or none', async () => {
    expect(
      await boss.refusal(events.create, {
        body,
        files: { file: [await picture()], file2: [new Blob(['нет'])] },
      }),
    ).toMatchObject({ status: 415 });
    const { rows } = await sql`
      select 1
      from media_files
      where folder = 'events'
    `.execute(app.server.context.db);
    expect(rows).toEqual([]);
  });
});
