import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import { checkCounters } from '#platform/database/counters.ts';
import { createRandom } from '#platform/runtime/seeded-random.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { roomOf, sendMessage, take } from '#tests/support/members/conversations.ts';
import { chatCounters } from '../counters.ts';
import { pickMessages } from './message-queries.ts';
import { tombstoneMessage } from './message-change-queries.ts';
import { patient } from '#tests/support/patience.ts';

const SAID = 7_300;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test(
  'a page by number returns the same messages as counting them, at any depth and whatever was deleted',
  async () => {
    const { db } = app.server.context;
    const [gleb, dina] = [await app.join('Глеб'), await app.join('Дина')];
    const room = await roomOf(gleb, dina);
    await sql`
    insert into messages (room_id, id, user_id, position, born, seq, text)
    select ${room},
      ('01890000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid,
      ${gleb.id},
      n,
      n,
      n,
      'раз'
    from generate_series(1, ${SAID}::int) n
  `.execute(db);
    await sql`
    update rooms
    set seq = ${SAID}, position = ${SAID}
    where id = ${room}
  `.execute(db);
    const state = async () =>
      (
        await sql<{
          id: string;
        }>`
        select id
        from messages
        where room_id = ${room} and deleted_at is null
        order by position desc
      `.execute(db)
      ).rows.map(({ id }) => id);
    const random = createRandom(1);
    const compare = async () => {
      const all = await state();
      const skips = [
        0,
        1,
        999,
        1_000,
        1_001,
        all.length - 21,
        all.length - 20,
        all.length - 1,
        all.length,
        all.length + 5,
        90_000,
        ...Array.from({ length: 7 }, (_, index) => [
          index * 1_000 - 1,
          index * 1_000,
          index * 1_000 + 301,
        ]).flat(),
        ...Array.from({ length: 150 }, () => random.integer(all.length)),
      ];
      for (const skip of skips.filter((one) => one >= 0))
        expect(
          (await pickMessages(db, room, { skip, limit: 21 })).map(({ id }) => id),
          `after ${skip}`,
        ).toEqual(all.slice(skip, skip + 21));
      return all;
    };
    const bury = (which: (position: number) => boolean) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          id: string;
          position: number;
        }>`
        select id, position
        from messages
        where room_id = ${room} and deleted_at is null
      `.execute(tx);
        for (const { id } of rows.filter(({ position }) => which(position)))
          await tombstoneMessage(tx, room, id, SAID + 1);
      });

    expect(await compare()).toHaveLength(SAID);
    // A few scattered ones; a whole block of a thousand and the edges of its neighbours; the newest
    // and the oldest ones.
    await bury((position) => random.next() < 0.01 || position === 4_000 || position === 6_999);
    await compare();
    await bury((position) => position >= 4_990 && position < 6_010);
    await compare();
    await bury(
      (position) =>
        position < 30 ||
        position > SAID - 30 ||
        (position > 2_000 && position < 3_000 && random.next() < 0.2),
    );
    const left = await compare();
    expect(left.length).toBeLessThan(SAID - 1_200);

    // Through the API that members use: a deletion shifts the older messages by one, and a second
    // deletion of the same message changes nothing.
    const page = (skip: number) =>
      gleb.call(chats.messages, {
        params: { page: 1 + Math.floor(skip / 20), offset: skip % 20 },
        query: { room },
      });
    const far = await page(3_007);
    expect(far.messages.map(({ _id }) => _id)).toEqual(left.slice(3_007, 3_027).reverse());
    expect(far.isLast).toBe(false);
    const fresh = await sendMessage(dina, room, 'новое');
    expect((await page(3_008)).messages).toEqual(far.messages);
    await take(dina, fresh._id);
    expect(await dina.refusal(chats.remove, { params: { id: fresh._id } })).toMatchObject({
      status: 404,
    });
    expect((await page(3_007)).messages).toEqual(far.messages);
    const first = await page(left.length - 5);
    expect([first.messages.map(({ _id }) => _id), first.isLast]).toEqual([
      left.slice(-5).reverse(),
      true,
    ]);
    expect(await page(left.length)).toEqual({ messages: [], isLast: true });
    expect(
      await checkCounters(
        app.server.context,
        chatCounters.filter(({ name }) => name === 'room_gaps.gone'),
      ),
    ).toBe(0);
  },
  patient(120_000),
);
