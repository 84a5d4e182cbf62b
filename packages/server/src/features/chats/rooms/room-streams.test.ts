import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { isWithin, openRoom, type StreamEvent } from '#tests/support/stream-reader.ts';
import { change, readUp, roomOf, sendMessage, take } from '#tests/support/members/conversations.ts';
import { patient } from '#tests/support/patience.ts';
import { openPair } from '#tests/support/members/trio.ts';

// Its tests write rows past the calls, so nothing is counted.
const { app, anna, boris } = await openPair({}, async () => {});
const roomId = await roomOf(anna, boris);
const numbersOf = (events: StreamEvent[]) =>
  events.flatMap((event) => (event.seq === undefined ? [] : [event.seq]));
const kinds = (events: StreamEvent[]) =>
  events.filter((event) => event.seq !== undefined).map((event) => event.type);

test('a stream begins with the newest page and then carries every event in order', async () => {
  const known = await sendMessage(anna, roomId, 'до потока');
  const stream = await openRoom(boris, roomId);
  const init = await stream.next('init');
  expect(init).toMatchObject({ messages: [known], isLast: true });
  expect(init['reads']).toContainEqual({ userId: anna.id, position: known.position });
  const sent = await sendMessage(anna, roomId, 'привет');
  expect(await stream.next('create')).toMatchObject({ message: sent });
  const changed = await change(anna, sent._id, 'привет!');
  expect(await stream.next('edit')).toMatchObject({ message: changed });
  await anna.call(chats.typing, { params: { roomId } });
  expect(await stream.next('typing')).toMatchObject({ userId: anna.id });
  await readUp(boris, roomId);
  expect(await stream.next('read')).toMatchObject({ userId: boris.id, position: sent.position });
  await take(anna, sent._id);
  expect(await stream.next('delete')).toMatchObject({ id: sent._id });
  expect(numbersOf(stream.events)).toEqual([...numbersOf(stream.events)].sort((a, b) => a - b));
  await stream.cut();
});

test('the other member sees when a user opens the room and leaves it', async () => {
  const stream = await openRoom(anna, roomId);
  await stream.next('init');
  const other = await openRoom(boris, roomId);
  expect(await stream.next('presence')).toMatchObject({ userId: boris.id, isOnline: true });
  expect((await anna.call(chats.room, { params: { id: roomId } })).room).toMatchObject({
    isOnline: true,
  });
  await other.cut();
  expect(await stream.next('presence')).toMatchObject({ userId: boris.id, isOnline: false });
  const { room } = await anna.call(chats.room, { params: { id: roomId } });
  expect(room.isOnline).toBe(false);
  expect(Date.parse(room.date!)).toBeGreaterThan(Date.now() - 10_000);
  await stream.cut();
});

test('a resuming reader gets everything it missed, including edits and deletions, and nothing twice', async () => {
  const [early, late] = [
    await sendMessage(anna, roomId, 'раннее'),
    await sendMessage(anna, roomId, 'позднее'),
  ];
  const stream = await openRoom(boris, roomId);
  await stream.next('init');
  await stream.cut();
  const missed = await sendMessage(anna, roomId, 'пропущено');
  await change(anna, early._id, 'раннее, исправлено');
  await take(anna, late._id);
  const back = await openRoom(boris, roomId, stream.lastId());
  expect(await back.next('create')).toMatchObject({ message: { _id: missed._id } });
  expect(await back.next('edit')).toMatchObject({
    message: { _id: early._id, message: 'раннее, исправлено' },
  });
  await back.next('delete');
  const after = await sendMessage(anna, roomId, 'потом');
  expect(await back.next('create')).toMatchObject({ message: { _id: after._id } });
  expect(kinds(back.events)).toEqual(['create', 'edit', 'delete', 'create']);
  expect(Math.min(...numbersOf(back.events))).toBeGreaterThan(Number(stream.lastId()));
  await back.cut();
  const again = await openRoom(boris, roomId, back.lastId());
  await anna.call(chats.typing, { params: { roomId } });
  await again.next('typing');
  expect(kinds(again.events)).toEqual([]);
  await again.cut();
  for (const unknown of ['999999999', 'вчера', '-1', '1e3']) {
    const fresh = await openRoom(boris, roomId, encodeURIComponent(unknown));
    await fresh.next('init');
    await fresh.cut();
  }
});

test('starts over if there is more than can be replayed', async () => {
  const [gleb, dina] = await Promise.all([app.join('Глеб'), app.join('Дина')]);
  const room = await roomOf(gleb, dina);
  const first = await sendMessage(gleb, room, 'первое');
  const stream = await openRoom(dina, room);
  await stream.next('init');
  await stream.cut();
  await app.server.context.db
    .updateTable('rooms')
    .set({ seq: 10_000, position: 10_000 })
    .where('id', '=', room)
    .execute();
  await app.server.context.db
    .insertInto('messages')
    .values(
      Array.from({ length: 501 }, (_, turn) => ({
        room_id: room,
        id: crypto.randomUUID(),
        user_id: gleb.id,
        position: turn + 2,
        born: turn + 2,
        seq: turn + 2,
        text: 'много',
        client_id: null,
        edited_at: null,
        deleted_at: null,
      })),
    )
    .execute();
  const back = await openRoom(dina, room, stream.lastId());
  const init = await back.next('init');
  expect([(init['messages'] as unknown[]).length, init['isLast'], init.seq]).toEqual([
    20,
    false,
    10_000,
  ]);
  expect(init['messages']).not.toContainEqual(first);
  await back.cut();
});

test('two hundred concurrent messages reach all readers in one order without a gap', async () => {
  const readers = [await openRoom(anna, roomId), await openRoom(boris, roomId)];
  for (const reader of readers) await reader.next('init');
  const sent = await Promise.all(
    Array.from({ length: 200 }, (_, turn) =>
      sendMessage(turn % 2 === 0 ? anna : boris, roomId, `№${turn}`),
    ),
  );
  const last = Math.max(...sent.map((message) => message.position));
  const orders = await Promise.all(
    readers.map(async (reader) => {
      await expect
        .poll(() => kinds(reader.events).filter((type) => type === 'create').length, {
          timeout: patient(8_000),
        })
        .toBe(200);
      return reader.events
        .filter((event) => event.type === 'create')
        .map((event) => (event['message'] as { position: number }).position);
    }),
  );
  const expected = Array.from({ length: 200 }, (_, index) => last - 199 + index);
  expect(orders).toEqual([expected, expected]);
  for (const reader of readers) await reader.cut();
});

test('a change that is never published ends the stream, and the reader gets it on resume', async () => {
  const stream = await openRoom(boris, roomId);
  const { seq } = await stream.next('init');
  await app.server.context.db
    .updateTable('rooms')
    .set({ seq: seq! + 1 })
    .where('id', '=', roomId)
    .execute();
  const sent = await sendMessage(anna, roomId, 'после пропуска');
  expect(await isWithin(3_500, stream.ended)).toBe(true);
  expect(kinds(stream.events)).toEqual(['init']);
  const back = await openRoom(boris, roomId, stream.lastId());
  expect(await back.next('create')).toMatchObject({ message: { _id: sent._id } });
  await back.cut();
});

test('a reader that does not read is disconnected, and the memory it holds is bounded', async () => {
  const [gleb, { hostname, port }] = [await app.join('Глеб'), new URL(app.url)];
  const room = await roomOf(gleb, anna);
  const closed = new Promise<void>((resolve, reject) => {
    httpRequest(
      { hostname, port, path: `/api/connect/${room}/${gleb.id}`, headers: gleb.headers() },
      (answer) => {
        answer.pause();
        answer.socket.pause();
      },
    )
      .on('close', resolve)
      .on('error', () => resolve())
      .on('timeout', reject)
      .end();
  });
  await expect.poll(() => app.server.context.live.countTagged(`user:${gleb.id}`)).toBe(1);
  const heap = process.memoryUsage().arrayBuffers;
  const frame = { type: 'typing', userId: 'х'.repeat(20_000) } as const;
  // The operating system's sockets buffer some megabytes before the server notices.
  let notified = 0;
  while (app.server.context.live.countTagged(`user:${gleb.id}`) > 0 && notified < 2_000) {
    app.server.context.live.publish(`room:${room}`, { data: frame });
    notified += 1;
    if (notified % 10 === 0)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
  }
  expect(notified).toBeGreaterThan(5);
  expect(notified).toBeLessThan(2_000);
  expect(process.memoryUsage().arrayBuffers - heap).toBeLessThan(40 * 1024 * 1024);
  expect(app.server.context.live.hasTagged(`user:${gleb.id}`)).toBe(false);
  await isWithin(1_000, closed);
});
