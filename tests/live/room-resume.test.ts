import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyEvent, EMPTY_ROOM, type RoomEvent, type RoomState } from '../../packages/web/src/features/chats/room-state.ts';
import { startHouse, type Caller, type TestHouse } from '../driver.ts';
import { assertCounted } from '../counters.ts';
import { openRoom, type StreamReader } from '../stream-reader.ts';
import { change, readRoom, roomOf, say, take, type Message } from '../talk.ts';

let house: TestHouse;
beforeAll(async () => { house = await startHouse(); });
afterAll(() => house.stop());

const ROUNDS = process.env['RESPA_LONG_TESTS'] === '1' ? 40 : 4;
/** Numbers in 0…below-1 that are the same for the same seed. */
function makeDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A screen that loses its connection again and again: what it shows is made of events alone. */
function makeScreen(who: Caller, roomId: string) {
  let state: RoomState = EMPTY_ROOM;
  let lastId: string | undefined;
  let stream: StreamReader | undefined;
  const seen: number[] = [];
  let from = 0;
  const drain = () => {
    for (const event of stream?.events.splice(0) ?? []) {
      if (event.seq !== undefined) {
        seen.push(event.seq);
        lastId = String(event.seq);
      }
      if (event.type === 'init') from = event['isLast'] === true ? 0 : ((event['messages'] as Message[])[0]?.position ?? 0);
      state = applyEvent(state, event as unknown as RoomEvent);
    }
  };
  return {
    seen,
    shown: (): Message[] => state.messages,
    /** The place from which the room is loaded: a first page may have come after the first messages. */
    from: () => from,
    async connect() {
      stream = await openRoom(who, roomId, lastId);
    },
    async cut() {
      await stream?.cut();
      drain();
    },
    /** Reads until the last change that was made has come. */
    async catchUp(seq: number) {
      await expect.poll(() => Number(stream?.lastId() ?? lastId ?? 0), { timeout: 6_000 }).toBeGreaterThanOrEqual(seq);
      drain();
    },
  };
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))('cut at any moment, what events have made is what the room is (round %i)', async (round) => {
  const dice = makeDice(round * 7919 + 17);
  const writers = await Promise.all([house.join('Анна'), house.join('Борис')]);
  const roomId = await roomOf(writers[0], writers[1]);
  const screens = [makeScreen(writers[0], roomId), makeScreen(writers[1], roomId)];
  for (const screen of screens) await screen.connect();
  const alive: { id: string; by: Caller }[] = [];
  const act = async () => {
    const by = writers[dice(2)]!;
    const place = dice(alive.length);
    const kind = alive.length === 0 ? 0 : dice(5);
    if (kind === 3) await change(alive[place]!.by, alive[place]!.id, `правка ${dice(1000)}`).catch(() => {});
    else if (kind === 4) {
      const [gone] = alive.splice(place, 1);
      await take(gone!.by, gone!.id);
    } else alive.push({ by, id: (await say(by, roomId, `текст ${dice(1000)}`))._id });
  };
  const flap = async (screen: (typeof screens)[number]) => {
    for (let cut = 0; cut < 6; cut += 1) {
      await new Promise((resolve) => { setTimeout(resolve, dice(60)); });
      await screen.cut();
      await new Promise((resolve) => { setTimeout(resolve, dice(40)); });
      await screen.connect();
    }
  };
  const write = async () => {
    for (let burst = 0; burst < 15; burst += 1) await Promise.all(Array.from({ length: 1 + dice(6) }, act));
  };
  await Promise.all([write(), ...screens.map(flap)]);

  const fresh = await readRoom(writers[0], roomId);
  const { seq } = await house.server.ground.db.selectFrom('rooms').select('seq').where('id', '=', roomId).executeTakeFirstOrThrow();
  for (const screen of screens) {
    await screen.catchUp(seq);
    expect(screen.shown()).toEqual(fresh.filter((message) => message.position >= screen.from()));
    expect(screen.seen).toEqual([...new Set(screen.seen)].sort((a, b) => a - b));
    await screen.cut();
  }
  await assertCounted(house);
});
