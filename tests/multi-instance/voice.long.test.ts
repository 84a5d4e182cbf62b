import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as voice from '@respa/contract/voice';
import { VOICE_SITE_CODES } from '@respa/contract/voice-site';
import { newId } from '../../packages/server/src/platform/runtime/ids.ts';
import type { Caller } from '../support/driver.ts';
import type { Instance } from '../support/servers/instances.ts';
import { roomOf } from '../support/members/conversations.ts';
import { patient } from '../support/patience.ts';
import { openLive } from '../support/stream-reader.ts';
import { heardBy, makeVoiceClient, type VoiceClient } from '../support/voice/voice-client.ts';
import { enterThroughSite } from '../support/voice/voice-site-client.ts';
import { at, REDIS_PATH, startPair, type Pair } from './two-instances.ts';

describe.skipIf(REDIS_PATH === undefined)('A voice room of two servers', () => {
  let [pair, anna, boris, room]: [Pair, Caller, Caller, string] = [] as never;
  const open: VoiceClient[] = [];
  beforeAll(async () => {
    pair = await startPair({ VOICE_PORT: '0' });
    anna = await pair.join('Анна');
    boris = await pair.join('Борис');
    room = await roomOf(anna, boris);
  });
  afterAll(async () => {
    for (const client of open) client.close();
    await pair.stop();
  });

  let number = 0;
  async function enter(who: Caller): Promise<VoiceClient> {
    const client = await makeVoiceClient(
      (number += 1),
      async (sdp) =>
        (await who.call(voice.join, { params: { roomId: room }, body: { sdp, clientId: newId() } }))
          .sdp,
    );
    open.push(client);
    return client;
  }
  /** Enters again and again, as a page does after its room has moved. */
  async function enterAgain(who: Caller): Promise<VoiceClient> {
    let client: VoiceClient | undefined;
    await expect
      .poll(
        async () => {
          client ??= await enter(who).catch(() => undefined);
          return client !== undefined;
        },
        { timeout: patient(20_000) },
      )
      .toBe(true);
    return client!;
  }
  async function isHeard(from: VoiceClient, to: VoiceClient, word: string): Promise<void> {
    await expect
      .poll(
        () => {
          from.say(word);
          return heardBy(to).some((heard) => heard.endsWith(word));
        },
        { timeout: patient(10_000) },
      )
      .toBe(true);
  }
  const hostOf = async () =>
    (await pair.query<{ instance_id: string }>('select instance_id from voice_rooms'))[0]
      ?.instance_id;
  /**
   * Lets the room of both be hosted by the first, ends that server, and lets them meet again at the
   * second.
   */
  async function move(
    first: Instance,
    second: Instance,
    end: () => Promise<void>,
  ): Promise<{ before: string | undefined; after: string | undefined }> {
    const here = await enter(at(first, anna));
    const there = await enter(at(second, boris));
    await isHeard(here, there, 'с первого');
    await isHeard(there, here, 'со второго');
    const host = await hostOf();
    const stream = await openLive(at(second, boris));
    const ended = end();
    // The stream of a member at another server says that the room is empty.
    await expect
      .poll(
        () =>
          stream.events.some(
            ({ type, room: state }) =>
              type === 'voice' && (state as { members: unknown[] }).members.length === 0,
          ),
        { timeout: patient(20_000) },
      )
      .toBe(true);
    const [again, back] = [await enterAgain(at(second, boris)), await enterAgain(at(second, anna))];
    await isHeard(again, back, 'снова');
    await isHeard(back, again, 'вместе');
    const after = await hostOf();
    await stream.cut();
    await ended;
    for (const [who, server] of [
      [anna, second],
      [boris, second],
    ] as const)
      await pair.query(`delete from voice_members where user_id = '${at(server, who).id}'`);
    await pair.query('delete from voice_rooms');
    return { before: host, after };
  }

  test('is entered through the site at either server', async () => {
    const [first, second] = [
      await enterThroughSite(at(pair.first, anna), room),
      await enterThroughSite(at(pair.second, boris), room),
    ];
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const)
      await expect
        .poll(
          () => {
            from.say('через сайт');
            return to.heard;
          },
          { timeout: patient(10_000) },
        )
        .toContain(`${from.number} через сайт`);
    // The host is the first server; the connection of the second ends with the place in the room.
    const body = { clientId: second.clientId };
    await at(pair.first, boris).call(voice.leave, { params: { roomId: room }, body });
    expect(await second.ended).toBe(VOICE_SITE_CODES.ended);
    first.close();
    await expect.poll(hostOf, { timeout: patient(10_000) }).toBeUndefined();
  });

  test('moves to the other server when its own is stopped, and when it is killed', async () => {
    const third = await pair.more();
    const stopped = await move(third, pair.second, () => third.stop());
    const killed = await move(pair.first, pair.second, () => pair.first.kill());
    expect([stopped.after, killed.after]).not.toContain(stopped.before);
    expect(killed.after).toBe(stopped.after);
    expect(killed.before).not.toBe(killed.after);
  });
});
