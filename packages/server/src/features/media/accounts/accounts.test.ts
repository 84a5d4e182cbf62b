import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as photos from '@respa/contract/photos';
import * as storage from '@respa/contract/storage';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { blobOf } from '#tests/support/files/pictures.ts';
import { playableVideo } from '#tests/support/files/videos.ts';
import { makeChannel, publish } from '#tests/support/members/channels.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { beginUpload } from '#tests/support/members/uploads.ts';

const QUOTA = 200_000;
let app: TestApp;
let [anna, boris]: Caller[] = [];
beforeAll(async () => {
  app = await startTestApp({
    PICTURE_QUOTA: String(QUOTA),
    CHAT_QUOTA: String(QUOTA),
    VIDEO_QUOTA: '300000',
    FFMPEG: 'off',
  });
  [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
});
afterEach(() => assertCounted(app));
afterAll(() => app.stop());

/** A picture of noise, which takes about 30 KB with its renditions. */
async function noise(seed: number): Promise<Blob> {
  const pixels = Buffer.alloc(150 * 150 * 3);
  let state = seed + 1;
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = (state = (state * 48_271) % 2_147_483_647) & 255;
  return blobOf(
    await sharp(pixels, { raw: { width: 150, height: 150, channels: 3 } })
      .png()
      .toBuffer(),
  );
}
const storeOf = async (who: Caller, store: storage.Store) =>
  (await who.call(storage.usage)).stores.find((one) => one.store === store)!;
/** Repeats a call until it is refused; returns the refusal. */
async function untilRefused(call: (at: number) => Promise<Response>) {
  for (let at = 0; at < 100; at += 1) {
    const answer = await call(at);
    const body: unknown = await answer.json();
    if (!answer.ok) return { status: answer.status, body };
  }
  throw new Error('nothing was refused');
}

test('photos fill the store of pictures, and a deleted one makes room', async () => {
  const add = async (at: number) =>
    anna!.request(photos.create, { files: { file: [await noise(at)] } });
  expect(await untilRefused(add)).toEqual({
    status: 507,
    body: {
      code: 'storage_full',
      store: 'pictures',
      error:
        'Место для картинок закончилось. Удалите ненужные фотографии или посты с картинками и попробуйте снова.',
    },
  });
  const full = await storeOf(anna!, 'pictures');
  expect([full.quota, full.used <= QUOTA, full.used > QUOTA / 2]).toEqual([QUOTA, true, true]);
  const { photos: own } = await anna!.call(photos.list, { params: { userId: anna!.id } });
  expect(own).toHaveLength(full.files);
  await anna!.call(photos.remove, { params: { imageUrl: own[0]!.imageUrl } });
  expect((await storeOf(anna!, 'pictures')).files).toBe(full.files - 1);
  expect((await add(0)).status).toBe(200);
  // The other stores and the other members are not affected.
  expect(await storeOf(anna!, 'chats')).toMatchObject({ used: 0, files: 0 });
  expect((await boris!.request(photos.create, { files: { file: [await noise(1)] } })).status).toBe(
    200,
  );
});

test('photos that are sent at once do not exceed the quota', async () => {
  const vera = await app.join('Вера');
  const statuses = await Promise.all(
    Array.from({ length: 16 }, async (_, at) => {
      const file = [await noise(at)];
      return (await vera.request(photos.create, { files: { file } })).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 507]));
  const { used, files } = await storeOf(vera, 'pictures');
  expect([used <= QUOTA, files]).toEqual([
    true,
    statuses.filter((status) => status === 200).length,
  ]);
});

test('files of messages count for their sender', async () => {
  const roomId = await roomOf(anna!, boris!);
  const sent: string[] = [];
  const refused = await untilRefused(async (at) => {
    const answer = await boris!.request(chats.send, {
      params: { roomId },
      body: { clientId: crypto.randomUUID() },
      files: { image: [await noise(at)] },
    });
    const { message } = (await answer.clone().json()) as { message?: { _id: string } };
    if (message !== undefined) sent.push(message._id);
    return answer;
  });
  expect(refused.body).toMatchObject({ code: 'storage_full', store: 'chats' });
  expect((await storeOf(boris!, 'chats')).files).toBe(sent.length);
  expect((await storeOf(anna!, 'chats')).files).toBe(0);
  await boris!.call(chats.remove, { params: { id: sent[0]! } });
  expect((await storeOf(boris!, 'chats')).files).toBe(sent.length - 1);
});

describe('Videos', () => {
  test('fill a store of their own, and are refused before they are sent', async () => {
    await makeChannel(anna!, 'Канал');
    const clip = await playableVideo(1);
    await publish(anna!, 'Первое', { video: clip });
    const { used } = await storeOf(anna!, 'videos');
    expect(used).toBeGreaterThanOrEqual(clip.size);
    const begun = await beginUpload(anna!, 300_001 - used, { purpose: 'video', filename: 'a.mp4' });
    expect([begun.status, await begun.json()]).toEqual([
      507,
      {
        code: 'storage_full',
        error:
          'Место для видео закончилось. Удалите ненужные видео со своих каналов и попробуйте снова.',
      },
    ]);
  });
});

test('an erased account leaves no counts', async () => {
  const gleb = await app.join('Глеб');
  await gleb.call(photos.create, { files: { file: [await noise(5)] } });
  await gleb.call(account.deleteProfile, { body: { password: PASSWORD } });
  const { rows } = await app.server.context.database.pool.query(
    'select from storage_used where owner_id = $1',
    [gleb.id],
  );
  expect(rows).toEqual([]);
});
