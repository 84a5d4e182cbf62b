import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as cloud from '@respa/contract/cloud';
import { CLOUD } from '@respa/contract/limits';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ CLOUD_QUOTA: '100000' });
});
afterAll(async () => {
  await assertCounted(app);
  await app.stop();
});

const put = async (who: Caller, name: string, text: string, folder?: { _id: string }) =>
  (
    await who.call(cloud.upload, {
      body: folder === undefined ? {} : { folder: { id: folder._id, name: 'любое' } },
      files: { file: [new File([text], name)] },
    })
  ).added[0]!;
const mkdir = async (who: Caller, name: string, parent?: { _id: string }) =>
  (await who.call(cloud.mkdir, { body: { name, folderId: parent?._id ?? '' } })).created;
const namesIn = async (who: Caller, folder = '', query = {}) =>
  (await who.call(cloud.list, { query: { folder, ...query } })).files.map((file) => file.name);

test('a file goes into a folder and appears correctly in every documented list', async () => {
  const anna = await app.join('Анна');
  expect(await anna.call(cloud.rootFiles)).toEqual({ files: [], count: 0, isLast: true });
  const folder = await mkdir(anna, 'Сейвы');
  expect(folder).toMatchObject({
    name: 'Сейвы',
    type: 'folder',
    ext: '',
    path: '',
    size: 0,
    public: false,
    owner: anna.id,
    folder: { name: 'root', id: '' },
  });
  const { files, added } = await anna.call(cloud.upload, {
    body: { folder: { name: '../../etc', id: folder._id }, names: ['Босс.TXT', 'b.txt'] },
    files: { file: [new File(['раз'], 'x.txt'), new File(['два'], 'y.txt')] },
  });
  expect(added.map((file) => [file.name, file.ext, file.type, file.size, file.folder])).toEqual([
    ['Босс.TXT', 'txt', 'txt', 6, { name: 'Сейвы', id: folder._id }],
    ['b.txt', 'txt', 'txt', 6, { name: 'Сейвы', id: folder._id }],
  ]);
  expect(files.map((file) => file.name)).toEqual(['Босс.TXT', 'b.txt']);
  expect(added[0]!.path).toMatch(/^[0-9a-f]{32}\.txt$/);
  for (const body of [
    JSON.stringify({ name: 'x', id: folder._id }),
    JSON.stringify({ _id: folder._id }),
    { id: folder._id },
    folder._id,
  ]) {
    expect((await anna.call(cloud.files, { body: { folder: body } })).count).toBe(2);
  }
  expect((await anna.call(cloud.filesByFolder, { body: { name: 'сейвы' } })).count).toBe(2);
  for (const name of ['', 'root'])
    expect(
      (await anna.call(cloud.filesByFolder, { body: { name } })).files.map((file) => file.name),
    ).toEqual(['Сейвы']);
  expect(
    (
      await anna.call(cloud.files, {
        body: { folder: JSON.stringify({ name: 'root', id: '' }) },
        query: { q: 'сЕЙ' },
      })
    ).count,
  ).toBe(1);
  const inner = await mkdir(anna, 'Глубже', folder);
  expect(await anna.call(cloud.getPath, { params: { folderId: inner._id } })).toEqual({
    path: ['root', 'Сейвы', 'Глубже'],
    folders: [
      { name: 'root', id: '' },
      { name: 'Сейвы', id: folder._id },
      { name: 'Глубже', id: inner._id },
    ],
  });
  expect(await anna.call(cloud.getRootPath)).toEqual({
    path: ['root'],
    folders: [{ name: 'root', id: '' }],
  });
  expect(await anna.call(cloud.getPath, { params: { folderId: 'root' } })).toMatchObject({
    path: ['root'],
  });
  expect(await anna.call(cloud.contents, { params: { id: folder._id } })).toEqual({
    files: 2,
    folders: 1,
    size: 12,
  });
  expect(await anna.call(cloud.usage)).toEqual({ used: 12, quota: 100_000, files: 2, trash: 0 });
  expect(
    (await anna.call(cloud.search, { query: { q: 'босс' } })).files.map((file) => file.folder.name),
  ).toEqual(['Сейвы']);
});

test('a stranger sees nothing of it in any call, and changes nothing', async () => {
  const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  const folder = await mkdir(anna, 'Личное');
  const file = await put(anna, 'a.txt', 'тайна', folder);
  const [ofFile, ofFolder] = [{ params: { id: file._id } }, { params: { id: folder._id } }];
  const refused = [
    await boris.refusal(cloud.list, { query: { folder: folder._id } }),
    await boris.refusal(cloud.files, { body: { folder: folder._id } }),
    await boris.refusal(cloud.filesByFolder, { body: { name: 'Личное' } }),
    await boris.refusal(cloud.getPath, { params: { folderId: folder._id } }),
    await boris.refusal(cloud.contents, ofFolder),
    await boris.refusal(cloud.rename, { ...ofFile, body: { name: 'b' } }),
    await boris.refusal(cloud.move, { ...ofFile, body: { folderId: '' } }),
    await boris.refusal(cloud.remove, ofFile),
    await boris.refusal(cloud.removeByGet, ofFile),
    await boris.refusal(cloud.rmdir, ofFolder),
    await boris.refusal(cloud.publish, ofFile),
    await boris.refusal(cloud.unpublish, ofFile),
    await boris.refusal(cloud.audience, ofFile),
    await boris.refusal(cloud.accept, ofFile),
    await boris.refusal(cloud.mkdir, { body: { name: 'Чужая', folderId: folder._id } }),
    await boris.refusal(cloud.upload, {
      body: { folder: folder._id },
      files: { file: [new File(['x'], 'x.txt')] },
    }),
    await boris.refusal(cloud.move, {
      params: { id: (await put(boris, 'mine.txt', 'моё'))._id },
      body: { folderId: folder._id },
    }),
  ];
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 404, code: 'not_found', error: 'Не найдено' });
  for (const route of [cloud.file, cloud.fileText, cloud.hardFileText, cloud.download]) {
    for (const who of [boris, app.nobody])
      expect(await who.refusal(route as typeof cloud.file, ofFile)).toMatchObject({
        status: 404,
        error: 'ERROR 404: Page not found',
      });
  }
  expect((await fetch(`${app.url}/media/cloud/${file.path}`)).status).toBe(404);
  expect(await namesIn(anna, folder._id)).toEqual(['a.txt']);
  expect(await anna.refusal(cloud.rmdir, ofFile)).toMatchObject({ status: 404 });
});

describe('names', () => {
  test('a taken one gets the next number, case-insensitively, and stays within the length limit', async () => {
    const anna = await app.join('Анна');
    for (const name of ['Отчёт.txt', 'ОТЧЁТ.TXT', 'отчёт.txt', 'Отчёт (2).txt'])
      await put(anna, name, 'x');
    expect((await namesIn(anna)).sort()).toEqual([
      'ОТЧЁТ (2).TXT',
      'Отчёт (4).txt',
      'Отчёт.txt',
      'отчёт (3).txt',
    ]);
    const long = `${'щ'.repeat(CLOUD.name - 4)}.txt`;
    await put(anna, long, 'x');
    const second = await put(anna, long, 'x');
    expect([[...second.name].length, second.name.endsWith(' (2).txt')]).toEqual([CLOUD.name, true]);
  });
  test('an invalid one is rejected by every call that takes one, in the documented words', async () => {
    const anna = await app.join('Анна');
    const folder = await mkdir(anna, 'Игры');
    const file = await put(anna, 'a.txt', 'x');
    const bad = [
      '..',
      '.',
      'a/b',
      'a\\b',
      'а\u0007б',
      'а\nб',
      'а\t',
      '\u0085а',
      'щ'.repeat(CLOUD.name + 1),
      'ы'.repeat(300),
    ];
    for (const name of bad) {
      expect(await anna.call(cloud.checkFolder, { body: { name } }), name).toEqual({
        valid: false,
        error: 'Недопустимое имя',
      });
      for (const answer of [
        await anna.refusal(cloud.mkdir, { body: { name } }),
        await anna.refusal(cloud.rename, { params: { id: file._id }, body: { name } }),
        await anna.refusal(cloud.upload, {
          body: { names: [name] },
          files: { file: [new File(['x'], 'x')] },
        }),
      ]) {
        expect(answer, name).toMatchObject({
          status: 400,
          code: 'bad_name',
          error: 'Недопустимое имя',
        });
      }
    }
    expect(await anna.refusal(cloud.mkdir, { body: { name: 'а\0б' } })).toMatchObject({
      status: 400,
    });
    expect(
      await anna.refusal(cloud.upload, {
        body: { names: ['а\0б'] },
        files: { file: [new File(['x'], 'x')] },
      }),
    ).toMatchObject({ status: 400, code: 'bad_name' });
    for (const name of ['', '   ', undefined]) {
      expect(await anna.call(cloud.checkFolder, { body: { name } })).toEqual({
        valid: false,
        error: 'Введите имя папки',
      });
      expect(await anna.refusal(cloud.mkdir, { body: { name } })).toMatchObject({
        status: 400,
        error: 'Введите имя папки',
      });
    }
    expect(await anna.call(cloud.checkFolder, { body: { name: 'ИГРЫ' } })).toEqual({
      valid: false,
      error: 'Папка с таким именем уже существует',
    });
    expect(await anna.refusal(cloud.mkdir, { body: { name: 'игры' } })).toMatchObject({
      status: 409,
      error: 'Папка с таким именем уже существует',
    });
    expect(
      await anna.refusal(cloud.rename, { params: { id: file._id }, body: { name: 'игры' } }),
    ).toMatchObject({ status: 409, error: 'Файл с таким именем уже существует' });
    expect(
      await anna.call(cloud.checkFolder, { body: { name: 'ИГРЫ', folderId: folder._id } }),
    ).toEqual({ valid: true, error: '' });
    for (const input of ['{', '[]', '{"id":5}', '{"id":["x"]}'])
      expect(await anna.refusal(cloud.files, { body: { folder: input } }), input).toMatchObject({
        status: input === '[]' ? 404 : 400,
      });
    // The file name in a form is cleaned: a browser sends the name on disk.
    expect((await put(anna, '../../etc/passwd', 'x')).name).toBe('passwd');
    expect((await put(anna, 'фото\u202egnp.exe', 'x')).name).toBe('фотоgnp.exe');
    expect(await namesIn(anna)).toEqual(['Игры', 'фотоgnp.exe', 'a.txt', 'passwd']);
  });
  test('renaming keeps the address and may change only the case of a name', async () => {
    const anna = await app.join('Анна');
    const file = await put(anna, 'a.txt', 'x');
    expect(
      (await anna.call(cloud.rename, { params: { id: file._id }, body: { name: 'A.md' } })).file,
    ).toEqual({ ...file, name: 'A.md', ext: 'md' });
  });
});

describe('folders', () => {
  test('are moved with all content, never into themselves and never too deep', async () => {
    const anna = await app.join('Анна');
    const top = await mkdir(anna, 'Верх');
    const inner = await mkdir(anna, 'Низ', top);
    await put(anna, 'a.txt', 'x', inner);
    for (const to of [top, inner])
      expect(
        await anna.refusal(cloud.move, { params: { id: top._id }, body: { folderId: to._id } }),
      ).toMatchObject({ status: 400, code: 'into_itself' });
    await mkdir(anna, 'низ');
    expect(
      (await anna.call(cloud.move, { params: { id: inner._id }, body: { folderId: 'root' } })).file,
    ).toMatchObject({ name: 'Низ (2)', folder: { id: '' } });
    expect(await namesIn(anna, inner._id)).toEqual(['a.txt']);
    let deep = await mkdir(anna, 'Глубина');
    const bottom = [deep];
    for (let depth = 2; depth <= CLOUD.depth; depth += 1)
      bottom.push((deep = await mkdir(anna, String(depth), deep)));
    expect(
      await anna.refusal(cloud.mkdir, { body: { name: 'Ещё', folderId: deep._id } }),
    ).toMatchObject({ status: 409, code: 'too_deep' });
    expect(
      await anna.refusal(cloud.move, {
        params: { id: bottom[0]!._id },
        body: { folderId: top._id },
      }),
    ).toMatchObject({ status: 409, code: 'too_deep' });
    expect(
      (await anna.call(cloud.move, { params: { id: bottom[1]!._id }, body: { folderId: top._id } }))
        .file.folder.id,
    ).toBe(top._id);
    const file = await put(anna, 'b.txt', 'x');
    expect(
      (await anna.call(cloud.move, { params: { id: file._id }, body: { folderId: deep._id } })).file
        .folder.id,
    ).toBe(deep._id);
    expect(
      await anna.refusal(cloud.move, { params: { id: inner._id }, body: { folderId: file._id } }),
    ).toMatchObject({ status: 404 });
  });
  test('are listed in every order, page by page, nothing twice', async () => {
    const anna = await app.join('Анна');
    for (const name of ['яблоко', 'Арбуз']) await mkdir(anna, name);
    const texts = {
      'файл 10.txt': 'a',
      'файл 2.txt': 'bbb',
      'Ёж.txt': 'cc',
      'b.bin': '\x01\x02\x03\x04\x05',
    };
    for (const [name, text] of Object.entries(texts)) await put(anna, name, text);
    const orders: [object, string[]][] = [
      [
        { sort: 'name', order: 'asc' },
        ['Арбуз', 'яблоко', 'Ёж.txt', 'файл 2.txt', 'файл 10.txt', 'b.bin'],
      ],
      [
        { sort: 'name', order: 'desc' },
        ['яблоко', 'Арбуз', 'b.bin', 'файл 10.txt', 'файл 2.txt', 'Ёж.txt'],
      ],
      [
        { sort: 'size', order: 'desc' },
        ['яблоко', 'Арбуз', 'b.bin', 'файл 2.txt', 'Ёж.txt', 'файл 10.txt'],
      ],
      [
        { sort: 'date', order: 'asc' },
        ['яблоко', 'Арбуз', 'файл 10.txt', 'файл 2.txt', 'Ёж.txt', 'b.bin'],
      ],
      [
        { sort: 'type', order: 'asc' },
        ['яблоко', 'Арбуз', 'b.bin', 'файл 10.txt', 'файл 2.txt', 'Ёж.txt'],
      ],
    ];
    for (const [order, names] of orders) {
      const sizes = (order as { sort: string }).sort === 'size';
      expect(
        sizes ? (await namesIn(anna, '', order)).slice(2) : await namesIn(anna, '', order),
        JSON.stringify(order),
      ).toEqual(sizes ? names.slice(2) : names);
      for (const limit of [1, 2, 3, 5]) {
        const walked: string[] = [];
        for (let after: string | null | undefined; after !== null;) {
          const page = await anna.call(cloud.list, {
            query: { ...order, limit, ...(after === undefined ? {} : { after }) },
          });
          walked.push(...page.files.map((file) => file.name));
          expect(page.count).toBe(6);
          after = page.next;
        }
        expect(walked).toEqual(await namesIn(anna, '', order));
      }
    }
    for (const after of [
      'x',
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('[true,"a\\u0000","01890000-0000-7000-8000-000000000000"]').toString('base64url'),
    ]) {
      expect(await anna.refusal(cloud.list, { query: { after } })).toMatchObject({ status: 400 });
    }
    const pages = [1, 2, 3, 4].map((page) =>
      anna.call(cloud.rootFiles, { query: { page, limit: 2 } }),
    );
    expect(
      (await Promise.all(pages)).map(({ files, isLast }) => [
        files.map((file) => file.name),
        isLast,
      ]),
    ).toEqual([
      [['Арбуз', 'яблоко'], false],
      [['Ёж.txt', 'файл 2.txt'], false],
      [['файл 10.txt', 'b.bin'], true],
      [[], true],
    ]);
  });
});

describe('the trash', () => {
  test('takes a folder with all content, counts in the quota, and restores it to its place', async () => {
    const anna = await app.join('Анна');
    const folder = await mkdir(anna, 'Игры');
    const inner = await mkdir(anna, 'Внутри', folder);
    const file = await put(anna, 'a.txt', '12345', inner);
    await anna.call(cloud.publish, { params: { id: file._id } });
    await anna.call(cloud.rmdir, { params: { id: folder._id } });
    expect(await anna.call(cloud.usage)).toMatchObject({ used: 5, files: 1, trash: 5 });
    expect(await namesIn(anna)).toEqual([]);
    expect(await app.nobody.refusal(cloud.file, { params: { id: file._id } })).toMatchObject({
      status: 404,
    });
    expect(await anna.refusal(cloud.file, { params: { id: file._id } })).toMatchObject({
      status: 404,
    });
    expect((await anna.call(cloud.search, { query: { q: 'a' } })).files).toEqual([]);
    expect(await anna.refusal(cloud.remove, { params: { id: folder._id } })).toMatchObject({
      status: 404,
    });
    const { files, isLast } = await anna.call(cloud.trash);
    expect([files.map((one) => one.name), isLast]).toEqual([['Игры'], true]);
    expect(Date.parse(files[0]!.dies) - Date.now()).toBeGreaterThan((CLOUD.trashDays - 1) * DAY_MS);
    expect(await anna.refusal(cloud.restore, { params: { id: inner._id } })).toMatchObject({
      status: 404,
    });
    await mkdir(anna, 'Игры');
    expect((await anna.call(cloud.restore, { params: { id: folder._id } })).file.name).toBe(
      'Игры (2)',
    );
    expect(await namesIn(anna, inner._id)).toEqual(['a.txt']);
    expect((await anna.call(cloud.file, { params: { id: file._id } })).file.public).toBe(false);
    expect(await anna.call(cloud.usage)).toMatchObject({ used: 5, files: 1, trash: 0 });
  });
  test('keeps a separately deleted file apart from its folder, and restores it to the root if the folder is gone', async () => {
    const anna = await app.join('Анна');
    const folder = await mkdir(anna, 'Игры');
    const [first, second] = [
      await put(anna, 'раньше.txt', '1', folder),
      await put(anna, 'с папкой.txt', '22', folder),
    ];
    await anna.call(cloud.removeByGet, { params: { id: first._id } });
    await anna.call(cloud.remove, { params: { id: folder._id } });
    expect((await anna.call(cloud.trash)).files.map((file) => file.name)).toEqual([
      'Игры',
      'раньше.txt',
    ]);
    await anna.call(cloud.erase, { params: { id: folder._id } });
    expect(await anna.call(cloud.usage)).toMatchObject({ used: 1, files: 1, trash: 1 });
    expect(await anna.refusal(cloud.restore, { params: { id: second._id } })).toMatchObject({
      status: 404,
    });
    expect((await anna.call(cloud.restore, { params: { id: first._id } })).file).toMatchObject({
      name: 'раньше.txt',
      folder: { id: '' },
    });
    await anna.call(cloud.remove, { params: { id: first._id } });
    await anna.call(cloud.emptyTrash);
    expect(await anna.call(cloud.usage)).toEqual({ used: 0, quota: 100_000, files: 0, trash: 0 });
    expect((await anna.call(cloud.trash)).files).toEqual([]);
  });
  test('is listed page by page, most recently deleted first', async () => {
    const anna = await app.join('Анна');
    const ids: string[] = [];
    for (let at = 0; at < 53; at += 1) ids.push((await mkdir(anna, `Папка ${at}`))._id);
    for (const id of [...ids].reverse()) await anna.call(cloud.remove, { params: { id } });
    const first = await anna.call(cloud.trash);
    const second = await anna.call(cloud.trash, { query: { before: first.files.at(-1)!._id } });
    expect([...first.files, ...second.files].map((file) => file._id)).toEqual(ids);
    expect([first.isLast, second.isLast]).toEqual([false, true]);
  });
  test('is emptied after thirty days', async () => {
    const anna = await app.join('Анна');
    const [old, young] = [await put(anna, 'старый.txt', '1'), await put(anna, 'новый.txt', '22')];
    for (const file of [old, young]) await anna.call(cloud.remove, { params: { id: file._id } });
    const { db, jobs } = app.server.context;
    await db
      .updateTable('cloud_nodes')
      .set({ trashed_at: new Date(Date.now() - (CLOUD.trashDays * DAY_MS + 60_000)) })
      .where('id', '=', old._id)
      .execute();
    await jobs.add(db, 'cloud.sweep', {});
    await expect
      .poll(async () => (await anna.call(cloud.trash)).files.map((file) => file.name), {
        timeout: patient(20_000),
      })
      .toEqual(['новый.txt']);
    expect(await anna.call(cloud.usage)).toMatchObject({ used: 2, trash: 2 });
  });
});
