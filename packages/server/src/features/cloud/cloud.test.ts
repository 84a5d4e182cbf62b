import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import { CLOUD } from '@respa/contract/limits';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { listNames, makeFolder, putFile } from '#tests/support/members/cloud.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ CLOUD_QUOTA: '100000' });
});
afterAll(async () => {
  await assertCounted(app);
  await app.stop();
});

test('a file goes into a folder and appears correctly in every documented list', async () => {
  const anna = await app.join('Анна');
  expect(await anna.call(cloud.rootFiles)).toEqual({ files: [], count: 0, isLast: true });
  const folder = await makeFolder(anna, 'Сейвы');
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
  const inner = await makeFolder(anna, 'Глубже', folder);
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
  const folder = await makeFolder(anna, 'Личное');
  const file = await putFile(anna, 'a.txt', 'тайна', folder);
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
    await boris.refusal(cloudSharing.publish, ofFile),
    await boris.refusal(cloudSharing.unpublish, ofFile),
    await boris.refusal(cloudSharing.audience, ofFile),
    await boris.refusal(cloudSharing.accept, ofFile),
    await boris.refusal(cloud.mkdir, { body: { name: 'Чужая', folderId: folder._id } }),
    await boris.refusal(cloud.upload, {
      body: { folder: folder._id },
      files: { file: [new File(['x'], 'x.txt')] },
    }),
    await boris.refusal(cloud.move, {
      params: { id: (await putFile(boris, 'mine.txt', 'моё'))._id },
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
  expect(await listNames(anna, folder._id)).toEqual(['a.txt']);
  expect(await anna.refusal(cloud.rmdir, ofFile)).toMatchObject({ status: 404 });
});

describe('names', () => {
  test('a taken one gets the next number, case-insensitively, and stays within the length limit', async () => {
    const anna = await app.join('Анна');
    for (const name of ['Отчёт.txt', 'ОТЧЁТ.TXT', 'отчёт.txt', 'Отчёт (2).txt'])
      await putFile(anna, name, 'x');
    expect((await listNames(anna)).sort()).toEqual([
      'ОТЧЁТ (2).TXT',
      'Отчёт (4).txt',
      'Отчёт.txt',
      'отчёт (3).txt',
    ]);
    const long = `${'щ'.repeat(CLOUD.name - 4)}.txt`;
    await putFile(anna, long, 'x');
    const second = await putFile(anna, long, 'x');
    expect([[...second.name].length, second.name.endsWith(' (2).txt')]).toEqual([CLOUD.name, true]);
  });
  test('an invalid one is rejected by every call that takes one, in the documented words', async () => {
    const anna = await app.join('Анна');
    const folder = await makeFolder(anna, 'Игры');
    const file = await putFile(anna, 'a.txt', 'x');
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
    expect((await putFile(anna, '../../etc/passwd', 'x')).name).toBe('passwd');
    expect((await putFile(anna, 'фото\u202egnp.exe', 'x')).name).toBe('фотоgnp.exe');
    expect(await listNames(anna)).toEqual(['Игры', 'фотоgnp.exe', 'a.txt', 'passwd']);
  });
  test('renaming keeps the address and may change only the case of a name', async () => {
    const anna = await app.join('Анна');
    const file = await putFile(anna, 'a.txt', 'x');
    expect(
      (await anna.call(cloud.rename, { params: { id: file._id }, body: { name: 'A.md' } })).file,
    ).toEqual({ ...file, name: 'A.md', ext: 'md' });
  });
});
