import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { COUNTERS } from '#app/counters.ts';
import { checkCounters } from '#platform/database/counters.ts';
import * as notifications from '@respa/contract/notifications';
import * as photos from '@respa/contract/photos';
import * as profile from '@respa/contract/profile';
import * as reactions from '@respa/contract/reactions';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const picture = async () =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 300, height: 200, channels: 3, background: '#284' } })
        .jpeg()
        .toBuffer(),
    ),
  ]);

test('a photo is added, shown in the strip and in the list, liked, commented, and deleted with all of that', async () => {
  const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  const { photo } = await anna.call(photos.create, {
    body: { likes: 99, date: '01.01.3000 00:00' },
    files: { file: [await picture()] },
  });
  expect(photo).toMatchObject({
    user: anna.id,
    likes: 0,
    comments: 0,
    liked: false,
    head: { name: 'Анна' },
    picture: { width: 300, height: 200 },
  });
  expect(Date.parse(photo.date)).toBeLessThan(Date.now() + 60_000);
  const page = await boris.call(profile.profile, { params: { id: anna.id } });
  expect([page.photos.map((one) => one._id), page.counts.photos]).toEqual([[photo._id], 1]);
  expect(
    (await boris.call(photos.list, { params: { userId: anna.id } })).photos.map((one) => one._id),
  ).toEqual([photo._id]);
  expect(await boris.call(reactions.like, { params: { id: photo._id } })).toEqual({
    liked: true,
    likes: 1,
  });
  await boris.call(reactions.comment, { params: { postId: photo._id }, body: { text: 'Красиво' } });
  expect((await boris.call(photos.one, { params: { id: photo._id } })).photo).toMatchObject({
    liked: true,
    likes: 1,
    comments: 1,
  });
  // The page shows the same photo as its own call does, and as the list does.
  for (const reader of [anna, boris]) {
    const strip = await reader.call(profile.profile, { params: { id: anna.id } });
    const own = await reader.call(photos.one, { params: { id: photo._id } });
    expect(strip).toMatchObject({ photos: [own.photo], photosLast: true });
    const list = await reader.call(photos.list, { params: { userId: anna.id } });
    expect(list.photos).toEqual(strip.photos);
  }
  const notified = (await anna.call(notifications.list)).notifications.map((notice) => [
    notice.type,
    notice.postType,
    notice.postID,
  ]);
  expect(notified).toEqual([
    ['comment', 'userphoto', photo._id],
    ['like', 'userphoto', photo._id],
  ]);
  expect((await fetch(`${app.url}/media/userphotos/${photo.imageUrl}`)).status).toBe(200);

  expect(
    await boris.refusal(photos.remove, { params: { imageUrl: photo.imageUrl } }),
  ).toMatchObject({ status: 404 });
  expect(
    await app.nobody.refusal(photos.remove, { params: { imageUrl: photo.imageUrl } }),
  ).toMatchObject({ status: 401 });
  expect(
    await anna.refusal(photos.remove, { params: { imageUrl: '../../../etc/passwd' } }),
  ).toMatchObject({ status: 404 });
  await anna.call(photos.remove, { params: { imageUrl: photo.imageUrl } });
  expect(await anna.refusal(photos.remove, { params: { imageUrl: photo.imageUrl } })).toMatchObject(
    { status: 404 },
  );
  expect(await boris.refusal(photos.one, { params: { id: photo._id } })).toMatchObject({
    status: 404,
  });
  expect((await anna.call(notifications.list)).notifications).toEqual([]);
  await expect
    .poll(async () => (await fetch(`${app.url}/media/userphotos/${photo.imageUrl}`)).status, {
      timeout: patient(10_000),
    })
    .toBe(404);
  expect(await checkCounters(app.server.context, COUNTERS)).toBe(0);
});

test('reports a missing file, an invalid picture and too many pages', async () => {
  const anna = await app.join('Анна');
  expect(await anna.refusal(photos.create, { body: {} })).toMatchObject({
    status: 400,
    error: 'Выберите изображение',
  });
  expect(
    await anna.refusal(photos.create, {
      files: { file: [new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'])] },
    }),
  ).toMatchObject({ status: 415 });
  expect(await anna.call(photos.list, { params: { userId: anna.id } })).toEqual({
    photos: [],
    count: 0,
    isLast: true,
  });
});

test('the list pages by the last photo seen', async () => {
  const anna = await app.join('Анна');
  const file = await picture();
  const ids: string[] = [];
  for (let at = 0; at < 32; at += 1)
    ids.unshift((await anna.call(photos.create, { files: { file: [file] } })).photo._id);
  const first = await anna.call(photos.list, { params: { userId: anna.id } });
  const second = await anna.call(photos.list, {
    params: { userId: anna.id },
    query: { before: first.photos.at(-1)!._id },
  });
  expect([...first.photos, ...second.photos].map((photo) => photo._id)).toEqual(ids);
  expect([first.isLast, second.isLast, first.count]).toEqual([false, true, 32]);
});
