import { afterAll, beforeAll, expect, test } from 'vitest';
import { VOICE } from '@respa/contract/limits';
import * as voice from '@respa/contract/voice';
import { newId } from '#platform/runtime/ids.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { fillRoom } from '#tests/support/voice/fill-room.ts';
import { heardBy, makeVoiceClient } from '#tests/support/voice/voice-client.ts';

let app: TestApp;
let [anna, boris]: Caller[] = [];
let room: string;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris] = await Promise.all(['Анна', 'Борис'].map((name) => app.join(name)));
  room = await roomOf(anna!, boris!);
});
afterAll(() => app.stop());

const makeMember = (who: Caller, isListener: boolean) => {
  const clientId = newId();
  const answered = makeVoiceClient(
    1,
    async (sdp) =>
      (await who.call(voice.join, { params: { roomId: room }, body: { sdp, clientId } })).sdp,
    { isListener },
  );
  return { answered, clientId };
};
const leave = (who: Caller, clientId: string) =>
  who.call(voice.leave, { params: { roomId: room }, body: { clientId } });
const fill = (count: number, isListener: boolean, firstNumber: number) =>
  fillRoom(app, { roomId: room, count, isListener, firstNumber });

test('who joins without a microphone hears the others and is shown as a listener', async () => {
  const first = makeMember(anna!, false);
  const speaker = await first.answered;
  const second = makeMember(boris!, true);
  const listener = await second.answered;
  await expect
    .poll(
      () => {
        speaker.say('слышно');
        return heardBy(listener).length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  const state = (await anna!.call(voice.rooms)).rooms[0]!;
  expect(state.members.map(({ user, isListener }) => [user, isListener])).toEqual([
    [anna!.id, false],
    [boris!.id, true],
  ]);
  expect(speaker.answer).toContain(`;usedtx=1;maxaveragebitrate=${VOICE.bitsPerSecond}\r\n`);
  expect(speaker.answer.match(/b=AS:64\r\n/g)).toHaveLength(1);
  for (const client of [speaker, listener]) client.close();
  await leave(anna!, first.clientId);
  await leave(boris!, second.clientId);
});

test('a full room still takes listeners, until their places are full too', async () => {
  // Stays connected: the room must not become empty before it is full.
  const first = await makeMember(anna!, false).answered;
  await fill(VOICE.members - 1, false, 10);
  const input = async (isListener: boolean) => {
    let body: { sdp: string; clientId: string } | undefined;
    const client = makeVoiceClient(
      1,
      async (sdp) => {
        body = { sdp, clientId: newId() };
        throw new Error('offer only');
      },
      { isListener },
    );
    await expect(client).rejects.toThrow('offer only');
    return { params: { roomId: room }, body: body! };
  };
  expect(await boris!.refusal(voice.join, await input(false))).toMatchObject({
    status: 409,
    code: 'voice_full',
  });
  await boris!.call(voice.join, await input(true));
  await fill(VOICE.listeners - 1, true, 100);
  expect(await anna!.refusal(voice.join, await input(true))).toMatchObject({ code: 'voice_full' });
  // Who is refused keeps the place they have.
  expect((await boris!.call(voice.rooms)).rooms[0]!.members).toHaveLength(
    VOICE.members + VOICE.listeners,
  );
  first.close();
});
