import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#platform/runtime/seeded-random.ts';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';
import { pickFound } from './search.ts';
import { patient } from '#tests/support/patience.ts';

const [ROOMS, SAID, WORDS] = [70, 6_000, 40];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test(
  'a search finds the same as scanning every message, however uneven rooms and words are',
  async () => {
    const { db } = app.server.context;
    const anna = await app.join('Анна');
    const random = createRandom(3);
    const from = Date.UTC(2026, 0);
    const rooms = Array.from({ length: ROOMS }, (_, index) => random.id(from + index));
    // The first words and the first rooms are the most frequent; the newest 300 messages are in one
    // room.
    const few = (sides: number) => Math.floor(sides * random.next() ** 3);
    const said = Array.from({ length: SAID }, (_, index) => ({
      room_id: rooms[index > SAID - 300 ? 5 : few(ROOMS)]!,
      id: random.id(from + index * 1_000),
      user_id: anna.id,
      position: index + 1,
      born: index + 1,
      seq: index + 1,
      client_id: null,
      edited_at: null,
      deleted_at: random.next() < 0.05 ? new Date(from) : null,
      text: Array.from(
        { length: 1 + random.integer(4) },
        () => `zq${String(few(WORDS)).padStart(2, '0')}`,
      ).join(' '),
    }));
    said[17]!.text = 'rare99 zq00';
    for (let at = 0; at < SAID; at += 1_000)
      await db
        .insertInto('messages')
        .values(said.slice(at, at + 1_000))
        .execute();
    const asked = rooms.slice(0, ROOMS - 2);
    const byHand = (words: string[], before: string | undefined) =>
      said
        .filter(
          ({ room_id: room, id, deleted_at: deleted, text }) =>
            asked.includes(room) &&
            deleted === null &&
            (before === undefined || id < before) &&
            words.every((word, index) =>
              text
                .split(' ')
                .some((one) => (index === words.length - 1 ? one.startsWith(word) : one === word)),
            ),
        )
        .map(({ id }) => id)
        .reverse()
        .slice(0, 21);
    for (const words of [
      ['zq00'],
      ['zq07'],
      ['zq38'],
      ['zq3'],
      ['rare99'],
      ['rare99', 'zq00'],
      ['zq01', 'zq02', 'zq03'],
      ['zq05', 'zq20'],
      ['zq00', 'zq1'],
      ['nothing'],
    ]) {
      for (const before of [undefined, said[SAID - 400]!.id, said[2_000]!.id, said[18]!.id]) {
        const found = await pickFound(
          db,
          asked.map((room_id) => ({ room_id, touched: room_id })),
          words,
          { before, limit: 21 },
        );
        expect(
          found.map(({ id }) => id),
          `${words.join(' ')} before ${before ?? 'the end'}`,
        ).toEqual(byHand(words, before));
      }
    }
  },
  patient(60_000),
);
