import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as authoring from '@respa/contract/authoring';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { assertCounted } from '#tests/support/counters.ts';
import { blobOf, isStored, picture, until } from '#tests/support/files/pictures.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();
type Input = {
  title?: string;
  keep?: string[] | string;
  edited?: string;
  audience?: 'all' | 'friends';
};
const body = ({ keep, ...rest }: Input) => ({
  ...rest,
  ...(keep === undefined ? {} : { keep: typeof keep === 'string' ? keep : JSON.stringify(keep) }),
});
const post = async (title: string, file: Blob[] = []) =>
  (await anna.call(wall.create, { body: { title }, files: { file } })).post;
const edit = async (id: string, input: Input, file: Blob[] = [], who = anna) =>
  (await who.call(authoring.edit, { params: { id }, body: body(input), files: { file } })).post;
const refusal = (id: string, input: Input, file: Blob[] = [], who = anna) =>
  who.refusal(authoring.edit, { params: { id }, body: body(input), files: { file } });
const copies = async (count: number) => {
  const one = await picture();
  return Array.from({ length: count }, () => one);
};
const media = async (): Promise<string[]> =>
  (
    await sql<{
      name: string;
    }>`
      select name
      from media_files
      where folder = 'userposts'
      order by name
    `.execute(app.server.context.db)
  ).rows.map((row) => row.name);
const stored = async (): Promise<string[]> =>
  (
    await readdir(join(app.dataDir, 'media', 'userposts'), {
      recursive: true,
      withFileTypes: true,
    })
  )
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
/**
 * Asserts that the shown pictures, the media rows and the stored files match, and that staging is
 * empty.
 */
async function assertWhole(): Promise<void> {
  const shown = (
    await sql<{
      name: string;
    }>`
      select picture ->> 'name' as name
      from posts, jsonb_array_elements(pictures) picture
      order by 1
    `.execute(app.server.context.db)
  ).rows.map((row) => row.name);
  expect(await media()).toEqual(shown);
  await until(
    async () =>
      String((await stored()).filter((name) => !/-(640|160)\.webp$/.test(name))) === String(shown),
  );
  expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);
}

describe('An edit', () => {
  test('changes text and pictures, stores the time of the edit, and keeps the date, the likes and the comments', async () => {
    const made = await post('Было', await copies(3));
    await boris.call(reactions.like, { params: { id: made._id } });
    const [first, second, third] = made.images as [string, string, string];
    const changed = await edit(made._id, { title: '  Стало ', keep: [third, first] }, [
      await picture('png', '#ff0000'),
    ]);
    expect(changed).toMatchObject({
      title: 'Стало',
      date: made.date,
      likes: 1,
      audience: 'all',
      draft: false,
      pinned: false,
    });
    expect(Math.abs(Date.parse(changed.edited!) - Date.now())).toBeLessThan(60_000);
    expect(changed.images.slice(0, 2)).toEqual([third, first]);
    expect(changed.images).toHaveLength(3);
    expect((await boris.call(wall.one, { params: { id: made._id } })).post).toEqual({
      ...changed,
      liked: true,
    });
    await until(async () => !(await isStored(app, 'userposts', second)));
    for (const name of changed.images)
      expect((await fetch(`${app.url}/media/userposts/${name}`)).status).toBe(200);
    await assertWhole();
  });

  test('keeps fields that are not given, and is no edit if nothing changes', async () => {
    const made = await post('Текст', await copies(2));
    expect(await edit(made._id, {})).toEqual(made);
    expect(await edit(made._id, { title: 'Текст', keep: made.images })).toEqual(made);
    expect((await edit(made._id, { title: 'Другой' })).pictures).toEqual(made.pictures);
    expect(await edit(made._id, { keep: [] })).toMatchObject({ title: 'Другой', images: [] });
    expect((await edit(made._id, { keep: [] }, await copies(5))).images).toHaveLength(5);
    expect((await edit(made._id, { title: '' })).title).toBe('');
    await assertWhole();
  });

  test('that is not allowed changes nothing and leaves nothing behind', async () => {
    const [made, other, bare] = [
      await post('Моя', await copies(4)),
      await post('Соседняя', await copies(1)),
      await post('Без картинок'),
    ];
    const boriss = (
      await boris.call(wall.create, { body: { title: 'Чужая' }, files: { file: await copies(1) } })
    ).post;
    const before = [
      await media(),
      (await anna.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } })).posts,
    ];
    const tooMany = {
      status: 400,
      code: 'too_many_files',
      error: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
    };
    expect(await refusal(made._id, {}, await copies(2))).toMatchObject(tooMany);
    expect(await refusal(made._id, { keep: made.images }, await copies(2))).toMatchObject(tooMany);
    expect(await refusal(made._id, { keep: [] }, await copies(6))).toMatchObject(tooMany);
    for (const keep of [
      [other.images[0]!],
      boriss.images,
      [...made.images, 'x.webp'],
      ['../../etc/passwd'],
    ])
      expect(await refusal(made._id, { keep }, await copies(1))).toMatchObject({
        status: 400,
        code: 'bad_input',
      });
    for (const keep of [
      '',
      '{',
      '{}',
      '"x"',
      '[1]',
      '[null]',
      JSON.stringify([made.images[0], made.images[0]]),
    ])
      expect(await refusal(made._id, { keep })).toMatchObject({
        status: 400,
        error: 'Неверный список картинок.',
      });
    expect(await refusal(made._id, { title: ' ', keep: [] })).toMatchObject({
      status: 400,
      code: 'empty_post',
    });
    expect(await refusal(bare._id, { title: '' })).toMatchObject({
      status: 400,
      code: 'empty_post',
    });
    expect(await refusal(bare._id, { title: 'щ'.repeat(10_001) })).toMatchObject({
      status: 400,
      error: 'Пост не длиннее 10 000 символов',
    });
    expect(
      await refusal(bare._id, { title: 'с картинкой' }, [
        await picture(),
        blobOf('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      ]),
    ).toMatchObject({ status: 415 });
    expect(await refusal(bare._id, { title: 'чужое' }, await copies(1), boris)).toMatchObject({
      status: 403,
    });
    expect(
      await refusal(crypto.randomUUID(), { title: 'чего нет' }, await copies(1)),
    ).toMatchObject({ status: 404 });
    expect([
      await media(),
      (await anna.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } })).posts,
    ]).toEqual(before);
    await assertWhole();
  });

  test('of a post that another window has changed is refused; of two concurrent edits one wins', async () => {
    const made = await post('Начало', await copies(1));
    const once = await edit(made._id, { title: 'Первый', edited: '' });
    expect(await refusal(made._id, { title: 'Второй', edited: '' }, await copies(1))).toMatchObject(
      { status: 409, error: 'Пост уже изменили в другом окне. Обновите страницу.' },
    );
    const twice = await edit(made._id, { title: 'Второй', edited: once.edited! });
    expect(twice.title).toBe('Второй');
    let seen = twice.edited!;
    for (let round = 0; round < 4; round += 1) {
      const outcomes = await Promise.allSettled(
        ['а', 'б', 'в'].map(async (title) =>
          edit(made._id, { title: `${title}${round}`, keep: [], edited: seen }, await copies(2)),
        ),
      );
      const done = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(
        outcomes.flatMap((one) =>
          one.status === 'rejected' ? [(one.reason as { status: number }).status] : [],
        ),
      ).toEqual([409, 409]);
      expect(done).toHaveLength(1);
      expect((await anna.call(wall.one, { params: { id: made._id } })).post).toEqual(done[0]);
      seen = done[0]!.edited!;
      await assertWhole();
    }
  });

  test('of a post that is being deleted, limited, pinned or published leaves no picture without its post', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [made, other] = [
        await post('Скоро исчезнет', await copies(1)),
        await post('Останется'),
      ];
      const draft = (
        await anna.call(wall.create, {
          body: { title: 'Черновик', draft: 'true' },
          files: { file: await copies(1) },
        })
      ).post;
      const acts = await Promise.allSettled([
        edit(made._id, { title: 'Успею?' }, await copies(2)),
        anna.call(wall.remove, { params: { id: made._id } }),
        edit(made._id, { audience: 'friends' }),
        anna.call(authoring.pin, { params: { id: made._id } }),
        anna.call(authoring.pin, { params: { id: other._id } }),
        edit(draft._id, { title: 'И я?' }, await copies(1)),
        anna.call(authoring.publish, { params: { id: draft._id } }),
      ]);
      for (const index of [1, 4, 6]) expect(acts[index]!.status).toBe('fulfilled');
      for (const act of acts)
        expect(act.status === 'rejected' ? act.reason : { status: 404 }).toMatchObject({
          status: 404,
        });
      expect(await anna.refusal(wall.one, { params: { id: made._id } })).toMatchObject({
        status: 404,
      });
      await assertWhole();
      await assertCounted(app);
    }
  });
});
