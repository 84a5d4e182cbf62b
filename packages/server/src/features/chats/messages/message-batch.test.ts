import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/runtime/ids.ts';
import { befriend, makeGroup } from '#tests/support/members/group-chats.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { deleteMember, lockGroup } from '../groups/group-queries.ts';
import { insertMessages } from './message-batch.ts';
import { insertMessage, type Sent } from './message-queries.ts';

const { app, anna, boris, vera } = await openTrio();
const { db } = app.server.context;
await befriend(anna, boris, vera);
const gleb = await app.join('Глеб');
const people = [anna, boris, vera, gleb].map(({ id }) => id);
const dialog = await roomOf(anna, boris);
const group = await makeGroup(anna, 'Отряд', boris, vera);

/** Texts that could break the encoding of a PostgreSQL array. */
const TEXTS = ['просто', 'NULL', '{"a", b}', 'c\\, "кавычки" и \'', ' \n\t', '🔥', ''];
type MessageText = { who: number; key: number; isGroup: boolean | null };
type Before = { who: number; unread: number; hasDraft: boolean };
const CASES = process.env['RESPA_LONG_TESTS'] === '1' ? 2_000 : 60;
const spoken = fc.record({
  who: fc.nat(3),
  key: fc.nat(6),
  isGroup: fc.constantFrom(null, null, false, true),
});
const before = fc.record({
  who: fc.nat(3),
  unread: fc.constantFrom(0, 0, 3),
  hasDraft: fc.boolean(),
});

const give = (roomId: string, { who, key, isGroup }: MessageText, index: number) => ({
  roomId,
  id: newId(),
  userId: people[who]!,
  text: TEXTS[index % TEXTS.length]!,
  media: [],
  clientId: key > 2 ? null : `ключ ${key}`,
  isGroup,
  replyTo: key === 6 ? people[0]! : null,
});
const notified = (sent: Sent | undefined) =>
  sent && {
    ...sent,
    members: sent.is_group
      ? null
      : sent.members!.toSorted((a, b) => a.user_id.localeCompare(b.user_id)),
  };
const LEFT = [
  ['rooms', 'id'],
  ['room_members', 'room_id'],
  ['messages', 'room_id'],
  ['message_clients', 'room_id'],
] as const;
class Undone extends Error {}
/** Returns what `write` returns and how it changes the database, then rolls everything back. */
async function tryOut(
  roomId: string,
  befores: Before[],
  write: (tx: Tx) => Promise<(Sent | undefined)[]>,
): Promise<unknown> {
  let seen: unknown;
  await db
    .transaction()
    .execute(async (tx) => {
      for (const { who, unread, hasDraft } of befores) {
        await sql`
          update room_members
          set unread = ${roomId === group ? 0 : unread}, draft = ${hasDraft ? 'набросок' : null}
          where room_id = ${roomId} and user_id = ${people[who]!}
        `.execute(tx);
      }
      const sent = (await write(tx)).map((one) => ({ ...notified(one), created_at: null }));
      const left: unknown[] = [];
      for (const [table, column] of LEFT) {
        left.push(
          (
            await sql`
              select to_jsonb(t) - 'created_at' - 'draft_at' as row
              from ${sql.table(table)} t
              where ${sql.ref(column)} = ${roomId}
              order by 1
            `.execute(tx)
          ).rows,
        );
      }
      seen = { sent, left };
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return seen;
}

test.each([
  ['a dialog', dialog],
  ['a group', group],
])('in %s a batch of messages gives the same result as single inserts', async (_title, roomId) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(before, { maxLength: 4 }),
      fc.array(spoken, { minLength: 1, maxLength: 12, size: 'max' }),
      async (befores, words) => {
        const input = words.map((one, index) => give(roomId, one, index));
        const one = await tryOut(roomId, befores, async (tx) => {
          const sent: (Sent | undefined)[] = [];
          for (const each of input) sent.push(await insertMessage(tx, each));
          return sent;
        });
        expect(await tryOut(roomId, befores, (tx) => insertMessages(tx, roomId, input))).toEqual(
          one,
        );
      },
    ),
    { numRuns: CASES, seed: 17 },
  );
});
test('concurrent writers take one position each, and every counter is correct', async () => {
  for (const roomId of [dialog, group]) {
    const from = Number(
      (
        await db
          .selectFrom('rooms')
          .select('position')
          .where('id', '=', roomId)
          .executeTakeFirstOrThrow()
      ).position,
    );
    const batches = Array.from({ length: 12 }, (_, turn) =>
      Array.from({ length: turn % 4 === 0 ? 1 : 7 }, (__, index) => ({
        ...give(roomId, { who: (turn + index) % 2, key: 3, isGroup: null }, index),
        clientId: newId(),
      })),
    );
    const sent = (
      await Promise.all(
        batches.map((input) =>
          input.length === 1
            ? insertMessage(db, input[0]!).then((one) => [one])
            : insertMessages(db, roomId, input),
        ),
      )
    ).flat();
    const count = batches.flat().length;
    expect(sent.map((one) => one!.position).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: count }, (_, index) => from + index + 1),
    );
    expect(new Set(sent.map((one) => one!.seq)).size).toBe(count);
  }
});
test("a member excluded while the batch waits for the room's lock writes nothing, the others do", async () => {
  const countWaiting = async () =>
    (
      await sql`
        select
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db)
    ).rows.length;
  const input = [1, 2, 1].map((who, index) => give(group, { who, key: 3, isGroup: true }, index));
  const written = await db.transaction().execute(async (tx) => {
    await lockGroup(tx, group);
    const waiting = insertMessages(db, group, input);
    await expect.poll(countWaiting).toBe(1);
    await deleteMember(tx, group, boris.id);
    return { waiting };
  });
  expect((await written.waiting).map((one) => one?.user_id)).toEqual([
    undefined,
    vera.id,
    undefined,
  ]);
});
