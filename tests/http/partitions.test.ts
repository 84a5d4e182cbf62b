import { readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as messages from '../../packages/server/src/features/chats/messages/message-queries.ts';
import * as changes from '../../packages/server/src/features/chats/messages/message-change-queries.ts';
import * as reading from '../../packages/server/src/features/chats/rooms/reading-queries.ts';
import * as rooms from '../../packages/server/src/features/chats/rooms/room-queries.ts';
import { pickRooms } from '../../packages/server/src/features/chats/rooms/room-list-queries.ts';
import type { Db } from '../../packages/server/src/platform/database/db.ts';
import { newId } from '../../packages/server/src/platform/runtime/ids.ts';
import { insertPeople } from '../support/crowd.ts';
import { startTestApp, type TestApp } from '../support/driver.ts';

const HASHES = 4;
/** Ids are UUIDv7, so a range of ids is a range of time. */
const MONTHS = [Date.UTC(2024, 0), Date.UTC(2025, 0), Date.UTC(2026, 0)];
/** Returns a UUIDv7 of a moment, including past ones. */
function idAt(moment: number, rest: string = crypto.randomUUID().slice(-12)): string {
  const time = moment.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`;
}
let app: TestApp;
let db: Db;
beforeAll(async () => {
  app = await startTestApp();
  const { connectionString } = app.server.context.database.pool.options;
  const pool = new pg.Pool({
    connectionString: connectionString!,
    max: 8,
    options: '-c search_path=scratch,public',
  });
  // The database is dropped while a connection has not yet noticed its end.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  await sql`create schema scratch`.execute(db);
  // Uses the statements of the migrations, so that keys and indexes match the product.
  const readStatements = async (file: string) =>
    (
      await readFile(
        new URL(`../../packages/server/src/platform/database/migrations/${file}`, import.meta.url),
        'utf8',
      )
    )
      .replaceAll(/--.*$/gm, '')
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean);
  const isOfConversations = (statement: string) =>
    /^(create table room_gaps |alter table (rooms|room_members|messages)\s|create (unique )?index \S+ on (rooms|room_members|messages) |drop index room_members)/.test(
      statement,
    );
  const later = (
    await Promise.all(
      [
        '0038_group_rooms.sql',
        '0040_message_extras.sql',
        '0041_group_reading.sql',
        '0042_room_gaps.sql',
        '0225_chat_list.sql',
        '0226_cleared_history.sql',
        '0227_scheduled_messages.sql',
        '0230_message_formatting.sql',
        '0235_polls.sql',
      ].map(readStatements),
    )
  ).flat();
  for (const statement of [
    ...(await readStatements('0020_chats.sql')),
    ...later.filter(isOfConversations),
  ]) {
    const own = statement.replaceAll(
      /references people \(id\)( on delete [a-z ]+?)?(?=[,\n])/g,
      '',
    );
    await sql
      .raw(own.startsWith('create table messages (') ? `${own} partition by hash (room_id)` : own)
      .execute(db);
  }
  const edges = [
    'minvalue',
    ...MONTHS.map((month) => `'${idAt(month, '000000000000')}'`),
    'maxvalue',
  ];
  for (let hash = 0; hash < HASHES; hash += 1) {
    await sql
      .raw(
        `
          create table messages_${hash} partition of messages for
          values with (modulus ${HASHES}, remainder ${hash}) partition by range (id)
        `,
      )
      .execute(db);
    for (let index = 1; index < edges.length; index += 1) {
      await sql
        .raw(
          `
            create table messages_${hash}_${index} partition of messages_${hash} for
            values
            from (${edges[index - 1]!}) to (${edges[index]!})
          `,
        )
        .execute(db);
    }
  }
});
afterAll(async () => {
  await db.destroy();
  await app.stop();
});

async function makeRoom(
  roomId: string = newId(),
): Promise<{ roomId: string; anna: string; boris: string }> {
  const [anna, boris] = (await insertPeople(app, 2)) as [string, string];
  await db.transaction().execute(async (tx) => {
    await rooms.insertPrivateRoom(tx, roomId, anna, boris);
    for (const user of [anna, boris]) await rooms.insertMember(tx, roomId, user, newId());
  });
  return { roomId, anna, boris };
}
const draft = (roomId: string, userId: string, clientId: string | null = null) => ({
  roomId,
  id: newId(),
  userId,
  text: 'привет',
  media: [],
  clientId,
  isGroup: false,
});

test('the same statements insert, edit, delete and read messages of all partitions', async () => {
  // Fixed ids: twelve random ones could all fall into two of the partitions.
  const conversations = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      makeRoom(idAt(MONTHS[0]! + index, String(index).padStart(12, '0'))),
    ),
  );
  for (const { roomId, anna, boris } of conversations) {
    const sent: messages.Sent[] = [];
    for (const [index, month] of [
      MONTHS[0]! - 1e9,
      MONTHS[0]! + 1e9,
      MONTHS[1]! + 1e9,
      MONTHS[2]! + 1e9,
    ].entries()) {
      sent.push(
        (await messages.insertMessage(db, {
          ...draft(roomId, index % 2 === 0 ? anna : boris),
          id: idAt(month),
        }))!,
      );
    }
    expect(sent.map((row) => row.position)).toEqual([1, 2, 3, 4]);
    await db.transaction().execute(async (tx) => {
      await rooms.lockRoom(tx, roomId);
      expect(
        await changes.changeMessage(tx, {
          roomId,
          id: sent[1]!.id,
          seq: await rooms.nextSeq(tx, roomId),
          text: 'иначе',
          media: [],
          mentions: [],
          formatting: [],
        }),
      ).toMatchObject({ text: 'иначе', seq: 5 });
      await changes.tombstoneMessage(tx, roomId, sent[2]!.id, await rooms.nextSeq(tx, roomId));
    });
    expect(
      (await messages.pickMessages(db, roomId, { skip: 0, limit: 20 })).map((row) => row.position),
    ).toEqual([4, 2, 1]);
    expect(
      (await messages.pickChanges(db, roomId, 3, 20)).map((row) => [row.seq, row.position]),
    ).toEqual([
      [4, 4],
      [5, 2],
      [6, 3],
    ]);
    expect(await changes.findOwnMessage(db, sent[0]!.id, anna)).toMatchObject({ position: 1 });
    expect(await messages.findPosition(db, roomId, sent[3]!.id)).toBe(4);
    expect(await rooms.countUnread(db, boris)).toBe(1);
    expect(await reading.markRead(db, roomId, boris)).toMatchObject({ position: 4 });
    expect(
      (await pickRooms(db, anna, { limit: 5, place: { kind: 'main' } })).map((row) => [
        row.room_id,
        row.last_text,
      ]),
    ).toEqual([[roomId, 'привет']]);
  }
  const { rows } = await sql<{
    leaf: string;
  }>`select distinct tableoid::regclass::text as leaf from messages`.execute(db);
  expect(rows.length).toBeGreaterThan(HASHES * 2);
});

test('one clientId is one message, in whichever partition the other tries would have landed', async () => {
  const { roomId, anna, boris } = await makeRoom();
  const clientId = newId();
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      messages.insertMessage(db, {
        ...draft(roomId, anna, clientId),
        id: idAt(MONTHS[turn % 3]! + turn * 1e6),
      }),
    ),
  );
  const sent = tries.filter((row) => row !== undefined);
  expect(sent).toHaveLength(1);
  expect(await messages.findByClient(db, roomId, anna, clientId)).toMatchObject({
    id: sent[0]!.id,
  });
  expect(await messages.pickMessages(db, roomId, { skip: 0, limit: 20 })).toHaveLength(1);
  expect(await rooms.countUnread(db, boris)).toBe(1);
  expect(await messages.insertMessage(db, draft(roomId, newId(), newId()))).toBeUndefined();
});

test('a page of one room reads the partitions of that room only', async () => {
  const { roomId } = await makeRoom();
  const { rows } = await sql<{
    'QUERY PLAN': unknown;
  }>`
    explain (format json)
    select id
    from messages
    where room_id = ${roomId} and deleted_at is null
    order by position desc
    limit 21
  `.execute(db);
  const leaves = new Set(
    [...JSON.stringify(rows[0]!['QUERY PLAN']).matchAll(/"messages_(\d)_\d"/g)].map(
      (match) => match[1],
    ),
  );
  expect(leaves.size).toBe(1);
});
