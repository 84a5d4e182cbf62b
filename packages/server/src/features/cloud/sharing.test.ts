import { afterAll, beforeAll, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as account from '@respa/contract/account';
import * as reports from '@respa/contract/reports';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { readArchive } from '#tests/support/files/archive.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { cookieOf } from '#tests/support/files/pictures.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await assertCounted(app);
  await app.stop();
});

const put = async (who: Caller, name: string, text: string) =>
  (await who.call(cloud.upload, { files: { file: [new File([text], name)] } })).added[0]!;
const send = (from: Caller, to: Caller, fileId: string) =>
  from.call(cloudSharing.send, { params: { userId: to.id, fileId, fileName: 'не то имя' } });
const noticesOf = async (who: Caller) =>
  (await who.call(notifications.list)).notifications
    .filter((notice) => notice.type === 'file')
    .map((notice) => [notice.from, notice.title, notice.postType, notice.postID]);
const isSeen = async (who: Caller, id: string) =>
  (await who.request(cloud.file, { params: { id } as never })).status === 200;

test('a sent file creates a notice, is visible to that one person, and is saved without copying its bytes', async () => {
  const [anna, boris, vera] = [
    await app.join('Анна'),
    await app.join('Борис'),
    await app.join('Вера'),
  ];
  const file = await put(anna, 'гайд.txt', 'Как пройти босса');
  expect(await isSeen(boris, file._id)).toBe(false);
  await send(anna, boris, file._id);
  await send(anna, boris, file._id);
  expect(await noticesOf(boris)).toEqual([
    [anna.id, 'Вам отправили файл «гайд.txt»', 'cloud/file', file._id],
  ]);
  expect([
    await isSeen(boris, file._id),
    await isSeen(vera, file._id),
    await isSeen(app.nobody, file._id),
  ]).toEqual([true, false, false]);
  const { file: shown } = await boris.call(cloud.file, { params: { id: file._id } });
  expect(shown).toMatchObject({
    name: 'гайд.txt',
    owner: anna.id,
    public: false,
    shared: 0,
    folder: { name: 'root', id: '' },
  });
  expect((await boris.call(cloud.fileText, { params: { id: file._id } })).text).toBe(
    'Как пройти босса',
  );
  expect(
    (
      await fetch(`${app.url}/media/cloud/${file.path}`, {
        headers: { cookie: await cookieOf(app, boris) },
      })
    ).status,
  ).toBe(200);
  expect(await anna.call(cloudSharing.audience, { params: { id: file._id } })).toMatchObject({
    public: false,
    count: 1,
    isLast: true,
    people: [{ _id: boris.id }],
  });

  const { file: taken } = await boris.call(cloudSharing.accept, { params: { id: file._id } });
  expect(taken).toMatchObject({ name: 'гайд.txt', owner: boris.id, size: file.size });
  expect([taken._id === file._id, taken.path === file.path]).toEqual([false, false]);
  expect((await boris.call(cloudSharing.accept, { params: { id: file._id } })).file._id).toBe(
    taken._id,
  );
  expect([await noticesOf(boris), (await boris.call(cloud.usage)).used]).toEqual([[], file.size]);
  expect(
    (
      await app.server.context.db
        .selectFrom('blobs')
        .select('refs')
        .where('bytes', '=', file.size)
        .executeTakeFirstOrThrow()
    ).refs,
  ).toBe(2);
  await anna.call(cloud.remove, { params: { id: file._id } });
  await anna.call(cloudTrash.emptyTrash);
  expect([await isSeen(boris, file._id), await isSeen(boris, taken._id)]).toEqual([false, true]);
  expect((await boris.call(cloud.fileText, { params: { id: taken._id } })).text).toBe(
    'Как пройти босса',
  );
  expect(await boris.refusal(cloudSharing.accept, { params: { id: file._id } })).toMatchObject({
    status: 404,
  });
});

test('a file cannot be sent to oneself, by a non-owner, or past a block or closed messages', async () => {
  const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  const file = await put(anna, 'a.txt', 'x');
  const { created: folder } = await anna.call(cloud.mkdir, { body: { name: 'Папка' } });
  const to = (userId: string, fileId = file._id) => ({
    params: { userId, fileId, fileName: 'a.txt' },
  });
  expect(await anna.refusal(cloudSharing.send, to(anna.id))).toMatchObject({
    status: 400,
    code: 'self',
    error: 'Нельзя отправить файл самому себе.',
  });
  expect(await boris.refusal(cloudSharing.send, to(anna.id))).toMatchObject({ status: 404 });
  expect(await anna.refusal(cloudSharing.send, to(boris.id, folder._id))).toMatchObject({
    status: 404,
  });
  expect(
    await anna.refusal(cloudSharing.send, to('01890000-0000-7000-8000-000000000000')),
  ).toMatchObject({
    status: 404,
  });
  await boris.call(privacy.set, { body: { messages: 'friends' } });
  expect(await anna.refusal(cloudSharing.send, to(boris.id))).toMatchObject({
    status: 403,
    code: 'messages_closed',
  });
  await anna.call(friends.make, { params: { id: boris.id } });
  await boris.call(friends.accept, { params: { to: anna.id } });
  await send(anna, boris, file._id);
  await boris.call(privacy.block, { params: { id: anna.id } });
  expect([await noticesOf(boris), await isSeen(boris, file._id)]).toEqual([[], false]);
  expect((await anna.call(cloud.file, { params: { id: file._id } })).file.shared).toBe(0);
  expect(await anna.refusal(cloudSharing.send, to(boris.id))).toMatchObject({ status: 404 });
  await boris.call(privacy.unblock, { params: { id: anna.id } });
  await anna.call(privacy.block, { params: { id: boris.id } });
  expect(await anna.refusal(cloudSharing.send, to(boris.id))).toMatchObject({
    status: 409,
    code: 'blocked_by_you',
  });
  expect(await noticesOf(boris)).toEqual([]);
});

test('the owner sees who can see a file, revokes one person, and makes it public and private again', async () => {
  const [anna, boris, vera] = [
    await app.join('Анна'),
    await app.join('Борис'),
    await app.join('Вера'),
  ];
  const file = await put(anna, 'a.txt', 'всем');
  for (const who of [boris, vera]) await send(anna, who, file._id);
  const { people, count } = await anna.call(cloudSharing.audience, { params: { id: file._id } });
  expect([people.map((person) => person._id), count]).toEqual([[vera.id, boris.id], 2]);
  expect(
    await boris.refusal(cloudSharing.revoke, { params: { id: file._id, userId: vera.id } }),
  ).toMatchObject({ status: 404 });
  await anna.call(cloudSharing.revoke, { params: { id: file._id, userId: boris.id } });
  expect([
    await isSeen(boris, file._id),
    await noticesOf(boris),
    await isSeen(vera, file._id),
  ]).toEqual([false, [], true]);
  expect(
    await anna.refusal(cloudSharing.revoke, { params: { id: file._id, userId: boris.id } }),
  ).toMatchObject({ status: 404 });
  expect(await boris.refusal(cloudSharing.accept, { params: { id: file._id } })).toMatchObject({
    status: 404,
  });

  expect(await boris.refusal(cloudSharing.publish, { params: { id: file._id } })).toMatchObject({
    status: 404,
  });
  expect(await anna.call(cloudSharing.publish, { params: { id: file._id } })).toEqual({
    public: true,
  });
  const { file: seen } = await app.nobody.call(cloud.file, { params: { id: file._id } });
  expect(seen).toMatchObject({ name: 'a.txt', public: true, owner: null, shared: 0 });
  expect((await app.nobody.call(cloud.fileText, { params: { id: file._id } })).text).toBe('всем');
  expect((await fetch(`${app.url}/media/cloud/${file.path}`)).status).toBe(200);
  expect((await fetch(`${app.url}/media/download/${file._id}`)).status).toBe(200);
  const { file: copy } = await boris.call(cloudSharing.accept, { params: { id: file._id } });
  expect(copy).toMatchObject({ owner: boris.id, public: false });
  expect(await anna.refusal(cloudSharing.accept, { params: { id: file._id } })).toMatchObject({
    status: 404,
  });
  await boris.call(reports.create, { body: { kind: 'file', id: file._id, reason: 'spam' } });
  expect(
    await anna.refusal(reports.create, { body: { kind: 'file', id: file._id, reason: 'spam' } }),
  ).toMatchObject({ status: 400, code: 'self' });
  expect(await anna.call(cloudSharing.unpublish, { params: { id: file._id } })).toEqual({
    public: false,
  });
  expect(await app.nobody.refusal(cloud.file, { params: { id: file._id } })).toMatchObject({
    status: 404,
    error: 'ERROR 404: Page not found',
  });
  expect([
    (await fetch(`${app.url}/media/cloud/${file.path}`)).status,
    (await fetch(`${app.url}/media/download/${file._id}`)).status,
  ]).toEqual([404, 404]);
  expect(
    await boris.refusal(reports.create, { body: { kind: 'file', id: file._id, reason: 'spam' } }),
  ).toMatchObject({ status: 404 });
});

test('deleting an account deletes its files, links and grants, but not the copies that others saved', async () => {
  const [anna, boris, vera] = [
    await app.join('Анна'),
    await app.join('Борис'),
    await app.join('Вера'),
  ];
  const [file, kept, ofBoris] = [
    await put(anna, 'a.txt', 'уйдёт'),
    await put(anna, 'b.txt', 'останется'),
    await put(boris, 'c.txt', 'от Бориса'),
  ];
  for (const one of [file, kept]) await send(anna, boris, one._id);
  for (const who of [anna, vera]) await send(boris, who, ofBoris._id);
  const { file: taken } = await boris.call(cloudSharing.accept, { params: { id: kept._id } });
  await anna.call(account.deleteProfile, { body: { password: PASSWORD } });
  expect([
    await noticesOf(boris),
    await isSeen(boris, file._id),
    await isSeen(boris, taken._id),
  ]).toEqual([[], false, true]);
  expect(
    (await boris.call(cloudSharing.audience, { params: { id: ofBoris._id } })).people.map(
      (person) => person._id,
    ),
  ).toEqual([vera.id]);
  expect((await boris.call(cloud.fileText, { params: { id: taken._id } })).text).toBe('останется');
});

test(
  "a member's archive contains the files under their names, and the people they were sent to",
  { timeout: patient(60_000) },
  async () => {
    const [anna, boris] = [await app.join('Анна'), await app.join('Борис', 'Ёлкин')];
    const { created: folder } = await anna.call(cloud.mkdir, { body: { name: 'Сейвы' } });
    const file = (
      await anna.call(cloud.upload, {
        body: { folder: folder._id },
        files: { file: [new File(['Прогресс 99 %'], 'босс.txt')] },
      })
    ).added[0]!;
    const thrown = await put(anna, 'старое.txt', 'старое');
    await anna.call(cloud.remove, { params: { id: thrown._id } });
    await send(anna, boris, file._id);
    const archive = await readArchive(app, anna);
    const rows = JSON.parse(archive.get('cloud.json')!.toString()) as Record<string, unknown>[];
    expect(rows).toMatchObject([
      { path: 'Сейвы', folder: true },
      {
        path: 'Сейвы/босс.txt',
        public: false,
        sent: [{ to: 'Борис Ёлкин' }],
        files: ['cloud/Сейвы/босс.txt'],
      },
      { path: 'старое.txt', trash: true, files: [`cloud-trash/${thrown._id}-старое.txt`] },
    ]);
    expect([
      archive.get('cloud/Сейвы/босс.txt')!.toString(),
      archive.get(`cloud-trash/${thrown._id}-старое.txt`)!.toString(),
    ]).toEqual(['Прогресс 99 %', 'старое']);
  },
);
