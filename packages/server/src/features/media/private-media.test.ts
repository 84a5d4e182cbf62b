import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { cookieOf } from '#tests/support/files/pictures.ts';
import { registerReader } from './service.ts';
import { allNames } from './blobs/stored-names.ts';
import { photo, storeFile } from '#tests/support/files/media-rows.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();
const context = () => app.server.context;
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.url}${path}`, { method, headers });

describe('Private media', () => {
  test('a picture of a room is served to members by cookie only, and never cached', async () => {
    const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
    const { message } = await anna.call(chats.send, {
      params: { roomId: room._id },
      files: { image: [await photo()] },
    });
    const name = message.images[0]!;
    const stranger = await app.join('Вера', 'Чужая');
    const [annas, boriss, strangers] = await Promise.all(
      [anna, boris, stranger].map((who) => cookieOf(app, who)),
    );

    for (const each of allNames(name)) {
      const url = `/media/message-images/${each}`;
      for (const cookie of [annas!, boriss!]) {
        const answer = await get(url, { cookie: `a=b; ${cookie}; c=d` });
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([
          200,
          'private, no-store',
        ]);
        await answer.arrayBuffer();
      }
      // Also after the members' requests have brought it into the memory cache.
      expect((await get(url, { cookie: strangers! })).status).toBe(404);
      expect((await get(url)).status).toBe(404);
      expect(
        (await get(url, { cookie: 'respa_media=0123456789012345678901234567890123456789012' }))
          .status,
      ).toBe(404);
      expect((await get(url, anna.headers())).status).toBe(404);
      expect((await get(url, {}, 'HEAD')).status).toBe(404);
    }
    expect((await get(`/media/userposts/${name}`, { cookie: annas! })).status).toBe(404);

    await sql`delete from room_members where room_id = ${room._id} and user_id = ${boris.id}`.execute(
      context().db,
    );
    expect((await get(`/media/message-images/${name}`, { cookie: boriss! })).status).toBe(404);
    expect((await get(`/media/message-images/${name}`, { cookie: annas! })).status).toBe(200);
  });

  test('a message whose video is invalid leaves none of its pictures behind', async () => {
    const { room } = await anna.call(chats.createRoom, { params: { userId: boris.id } });
    const stored = async () =>
      (await readdir(join(app.dataDir, 'media', 'message-images'), { recursive: true }))
        .filter((name) => name.endsWith('.webp'))
        .toSorted();
    const before = await stored();
    const refusal = await anna.refusal(chats.send, {
      params: { roomId: room._id },
      files: { image: [await photo()], video: [new Blob(['#EXTM3U'])] },
    });
    expect([refusal.status, refusal.code]).toEqual([415, 'bad_type']);
    expect(await stored()).toEqual(before);
  });

  test('a private folder without a registered reader is closed to everyone; with a reader it is never cached, not even what everyone may see', async () => {
    const { url } = await storeFile(app, 'room-backgrounds', 'png', 10, anna.id);
    const { readers } = context().media;
    const whoIsInTheRoom = readers.get('room-backgrounds')!;
    readers.delete('room-backgrounds');
    expect((await get(url, { cookie: await cookieOf(app, anna) })).status).toBe(404);
    registerReader(context(), 'room-backgrounds', async () => true);
    const answer = await get(url);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ]);
    registerReader(context(), 'room-backgrounds', whoIsInTheRoom);
  });

  test('in an open folder the reader decides: what a visitor may see is public, the rest is private', async () => {
    const asked: (string | null)[] = [];
    registerReader(context(), 'events', async (viewerId, row) => {
      asked.push(viewerId);
      return row.owner_id === boris.id || viewerId === anna.id;
    });
    const open = await storeFile(app, 'events', 'png', 10, boris.id);
    const closed = await storeFile(app, 'events', 'png', 10, anna.id);
    const cookie = await cookieOf(app, anna);
    const forAll = await get(open.url);
    expect([forAll.status, forAll.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect((await get(closed.url)).status).toBe(404);
    const forAnna = await get(closed.url, { cookie });
    expect([forAnna.status, forAnna.headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ]);
    expect(asked).toEqual([null, null, null, null, anna.id]);
  });
});
