import { afterAll, beforeAll, expect, test } from 'vitest';
import * as admin from '@respa/contract/admin';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as notifications from '@respa/contract/notifications';
import * as reports from '@respa/contract/reports';
import { assertCounted } from '#tests/support/counters.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { ADMIN, joinAdmin } from '#tests/support/members/games.ts';

let app: TestApp;
let boss: Caller;
let anna: Caller;
let boris: Caller;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  [boss, anna, boris] = [await joinAdmin(app), await app.join('Анна'), await app.join('Борис')];
});
afterAll(async () => {
  await assertCounted(app);
  await app.stop();
});
const put = async (who: Caller, name: string, text: string) =>
  (await who.call(cloud.upload, { files: { file: [new File([text], name)] } })).added[0]!._id;
const report = (id: string) =>
  boris.call(reports.create, { body: { kind: 'file', id, reason: 'adult' } });
const shown = async (id: string) =>
  (await boss.call(admin.reports)).cases.find((one) => one.objectId === id);
const takeDown = (id: string) =>
  boss.call(admin.takeDown, { body: { kind: 'file', id, reason: 'Запрещено' } });
const isVisible = async (who: Caller, id: string) =>
  (await who.request(cloud.file, { params: { id } as never })).status === 200;
const takedownNotices = async (who: Caller) =>
  (await who.call(notifications.list)).notifications
    .filter(({ type }) => type === 'takedown')
    .map(({ title }) => title);

test('removes a reported file from every cloud with the same bytes, announces the count to the admin, and notifies each owner', async () => {
  const id = await put(anna, 'гадость.txt', 'Гадость');
  await anna.call(cloudSharing.send, {
    params: { userId: boris.id, fileId: id, fileName: 'гадость.txt' },
  });
  await report(id);
  const { file: copy } = await boris.call(cloudSharing.accept, { params: { id } });
  await boris.call(cloud.rename, { params: { id: copy._id }, body: { name: 'рецепт.txt' } });
  const own = await put(boris, 'другой.txt', 'Другой');
  expect((await shown(id))!.thing).toMatchObject({
    title: 'Файл «гадость.txt»',
    text: 'Таких же файлов в облаках: 2. Удалятся все.',
  });
  await takeDown(id);
  expect([
    await isVisible(anna, id),
    await isVisible(boris, copy._id),
    await isVisible(boris, own),
  ]).toEqual([false, false, true]);
  expect([await takedownNotices(anna), await takedownNotices(boris)]).toEqual([
    ['Удалено: файл «гадость.txt». Причина: Запрещено'],
    ['Удалено: файл «рецепт.txt». Причина: Запрещено'],
  ]);
  expect((await boris.call(cloud.usage)).used).toBe(Buffer.byteLength('Другой'));
});
test('a trashed file can still be taken down, even inside a folder, and other trashed files stay', async () => {
  const { created: folder } = await anna.call(cloud.mkdir, { body: { name: 'Папка' } });
  const {
    added: [inside, beside],
  } = await anna.call(cloud.upload, {
    body: { folder: JSON.stringify({ id: folder._id, name: 'Папка' }) },
    files: { file: [new File(['Тайное'], 'тайное.txt'), new File(['Явное'], 'явное.txt')] },
  });
  await anna.call(cloudSharing.publish, { params: { id: inside!._id } });
  await report(inside!._id);
  await anna.call(cloud.rmdir, { params: { id: folder._id } });
  expect(await shown(inside!._id)).toMatchObject({
    mayTakeDown: true,
    thing: { title: 'Файл «тайное.txt»', link: null },
  });
  await takeDown(inside!._id);
  await anna.call(cloudTrash.restore, { params: { id: folder._id } });
  expect([await isVisible(anna, inside!._id), await isVisible(anna, beside!._id)]).toEqual([
    false,
    true,
  ]);
});
test('empty files do not count as copies of each other', async () => {
  const [id, other] = [await put(anna, 'пусто.txt', ''), await put(boris, 'ничего.txt', '')];
  await anna.call(cloudSharing.publish, { params: { id } });
  await report(id);
  expect((await shown(id))!.thing!.text).toBe('');
  await takeDown(id);
  expect([await isVisible(anna, id), await isVisible(boris, other)]).toEqual([false, true]);
});
