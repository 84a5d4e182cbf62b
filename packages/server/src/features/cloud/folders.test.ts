import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '@respa/contract/durations';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import { CLOUD } from '@respa/contract/limits';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { patient } from '#tests/support/patience.ts';
import { listNames, makeFolder, putFile } from '#tests/support/members/cloud.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ CLOUD_QUOTA: '100000' });
});
afterAll(async () => {
  await assertCounted(app);
  await app.stop();
});

describe('folders', () => {
  test('are moved with all content, never into themselves and never too deep', async () => {
    const anna = await app.join('Анна');
    const top = await makeFolder(anna, 'Верх');
    const inner = await makeFolder(anna, 'Низ', top);
    await putFile(anna, 'a.txt', 'x', inner);
    for (const to of [top, inner])
      expect(
        await anna.refusal(cloud.move, { params: { id: top._id }, body: { folderId: to._id } }),
      ).toMatchObject({ status: 400, code: 'into_itself' });
    await makeFolder(anna, 'низ');
    expect(
      (await anna.call(cloud.move, { params: { id: inner._id }, body: { folderId: 'root' } })).file,
    ).toMatchObject({ name: 'Низ (2)', folder: { id: '' } });
    expect(await listNames(anna, inner._id)).toEqual(['a.txt']);
    let deep = await makeFolder(anna, 'Глубина');
    const bottom = [deep];
    for (let depth = 2; depth <= CLOUD.depth; depth += 1)
      bottom.push((deep = await makeFolder(anna, String(depth), deep)));
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
    const file = await putFile(anna, 'b.txt', 'x');
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
    for (const name of ['яблоко', 'Арбуз']) await makeFolder(anna, name);
    const texts = {
      'файл 10.txt': 'a',
      'файл 2.txt': 'bbb',
      'Ёж.txt': 'cc',
      'b.bin': '\x01\x02\x03\x04\x05',
    };
    for (const [name, text] of Object.entries(texts)) await putFile(anna, name, text);
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
        sizes ? (await listNames(anna, '', order)).slice(2) : await listNames(anna, '', order),
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
        expect(walked).toEqual(await listNames(anna, '', order));
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
    const folder = await makeFolder(anna, 'Игры');
    const inner = await makeFolder(anna, 'Внутри', folder);
    const file = await putFile(anna, 'a.txt', '12345', inner);
    await anna.call(cloudSharing.publish, { params: { id: file._id } });
    await anna.call(cloud.rmdir, { params: { id: folder._id } });
    expect(await anna.call(cloud.usage)).toMatchObject({ used: 5, files: 1, trash: 5 });
    expect(await listNames(anna)).toEqual([]);
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
    const { files, isLast } = await anna.call(cloudTrash.trash);
    expect([files.map((one) => one.name), isLast]).toEqual([['Игры'], true]);
    expect(Date.parse(files[0]!.dies) - Date.now()).toBeGreaterThan((CLOUD.trashDays - 1) * DAY_MS);
    expect(await anna.refusal(cloudTrash.restore, { params: { id: inner._id } })).toMatchObject({
      status: 404,
    });
    await makeFolder(anna, 'Игры');
    expect((await anna.call(cloudTrash.restore, { params: { id: folder._id } })).file.name).toBe(
      'Игры (2)',
    );
    expect(await listNames(anna, inner._id)).toEqual(['a.txt']);
    expect((await anna.call(cloud.file, { params: { id: file._id } })).file.public).toBe(false);
    expect(await anna.call(cloud.usage)).toMatchObject({ used: 5, files: 1, trash: 0 });
  });
  test('keeps a separately deleted file apart from its folder, and restores it to the root if the folder is gone', async () => {
    const anna = await app.join('Анна');
    const folder = await makeFolder(anna, 'Игры');
    const [first, second] = [
      await putFile(anna, 'раньше.txt', '1', folder),
      await putFile(anna, 'с папкой.txt', '22', folder),
    ];
    await anna.call(cloud.removeByGet, { params: { id: first._id } });
    await anna.call(cloud.remove, { params: { id: folder._id } });
    expect((await anna.call(cloudTrash.trash)).files.map((file) => file.name)).toEqual([
      'Игры',
      'раньше.txt',
    ]);
    await anna.call(cloudTrash.erase, { params: { id: folder._id } });
    expect(await anna.call(cloud.usage)).toMatchObject({ used: 1, files: 1, trash: 1 });
    expect(await anna.refusal(cloudTrash.restore, { params: { id: second._id } })).toMatchObject({
      status: 404,
    });
    expect((await anna.call(cloudTrash.restore, { params: { id: first._id } })).file).toMatchObject(
      {
        name: 'раньше.txt',
        folder: { id: '' },
      },
    );
    await anna.call(cloud.remove, { params: { id: first._id } });
    await anna.call(cloudTrash.emptyTrash);
    expect(await anna.call(cloud.usage)).toEqual({ used: 0, quota: 100_000, files: 0, trash: 0 });
    expect((await anna.call(cloudTrash.trash)).files).toEqual([]);
  });
  test('is listed page by page, most recently deleted first', async () => {
    const anna = await app.join('Анна');
    const ids: string[] = [];
    for (let at = 0; at < 53; at += 1) ids.push((await makeFolder(anna, `Папка ${at}`))._id);
    for (const id of [...ids].reverse()) await anna.call(cloud.remove, { params: { id } });
    const first = await anna.call(cloudTrash.trash);
    const second = await anna.call(cloudTrash.trash, {
      query: { before: first.files.at(-1)!._id },
    });
    expect([...first.files, ...second.files].map((file) => file._id)).toEqual(ids);
    expect([first.isLast, second.isLast]).toEqual([false, true]);
  });
  test('is emptied after thirty days', async () => {
    const anna = await app.join('Анна');
    const [old, young] = [
      await putFile(anna, 'старый.txt', '1'),
      await putFile(anna, 'новый.txt', '22'),
    ];
    for (const file of [old, young]) await anna.call(cloud.remove, { params: { id: file._id } });
    const { db, jobs } = app.server.context;
    await db
      .updateTable('cloud_nodes')
      .set({ trashed_at: new Date(Date.now() - (CLOUD.trashDays * DAY_MS + 60_000)) })
      .where('id', '=', old._id)
      .execute();
    await jobs.add(db, 'cloud.sweep', {});
    await expect
      .poll(async () => (await anna.call(cloudTrash.trash)).files.map((file) => file.name), {
        timeout: patient(20_000),
      })
      .toEqual(['новый.txt']);
    expect(await anna.call(cloud.usage)).toMatchObject({ used: 2, trash: 2 });
  });
});
