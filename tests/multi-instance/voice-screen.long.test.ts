import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as voice from '@respa/contract/voice';
import * as screen from '@respa/contract/voice-screen';
import { isRtcp, parseRtp } from '../../packages/server/src/platform/voice/rtp.ts';
import { newId } from '../../packages/server/src/platform/runtime/ids.ts';
import type { Caller } from '../support/driver.ts';
import { befriend, excludeFrom, makeGroup } from '../support/members/group-chats.ts';
import { patient } from '../support/patience.ts';
import {
  makeScreenClient,
  videoPacket,
  type ScreenClient,
} from '../support/voice/screen-client.ts';
import { openLive } from '../support/stream-reader.ts';
import { makeVoiceClient } from '../support/voice/voice-client.ts';
import { at, REDIS_PATH, startPair, type Pair } from './two-instances.ts';

describe.skipIf(REDIS_PATH === undefined)('A shared screen of two servers', () => {
  let [pair, anna, boris, group]: [Pair, Caller, Caller, string] = [] as never;
  const open: { close(): void }[] = [];
  beforeAll(async () => {
    pair = await startPair({ VOICE_PORT: '0' });
    [anna, boris] = await Promise.all([pair.join('Анна'), pair.join('Борис')]);
    await befriend(anna, boris);
    group = await makeGroup(anna, 'Рейд', boris);
  });
  afterAll(async () => {
    for (const client of open) client.close();
    await pair.stop();
  });

  let number = 0;
  async function enter(who: Caller): Promise<void> {
    const join = async (sdp: string) =>
      (await who.call(voice.join, { params: { roomId: group }, body: { sdp, clientId: newId() } }))
        .sdp;
    open.push(await makeVoiceClient((number += 1), join));
  }
  async function share(who: Caller): Promise<ScreenClient> {
    const client = await makeScreenClient(
      'SendOnly',
      async (sdp) =>
        (
          await who.call(screen.share, {
            params: { roomId: group },
            body: { sdp, clientId: newId(), height: 720 },
          })
        ).sdp,
    );
    open.push(client);
    return client;
  }
  async function watch(who: Caller): Promise<ScreenClient> {
    const client = await makeScreenClient(
      'RecvOnly',
      async (sdp) =>
        (
          await who.call(screen.watch, {
            params: { roomId: group },
            body: { sdp, clientId: newId() },
          })
        ).sdp,
    );
    open.push(client);
    return client;
  }
  const seenBy = ({ received }: ScreenClient) =>
    received
      .filter((packet) => !isRtcp(packet))
      .map((packet) => packet.subarray(parseRtp(packet)!.start).toString());
  let sequence = 0;
  async function isSeen(from: ScreenClient, to: ScreenClient, word: string): Promise<void> {
    await expect
      .poll(
        () => {
          from.send(videoPacket((sequence += 1), word));
          return seenBy(to).includes(word);
        },
        { timeout: patient(10_000) },
      )
      .toBe(true);
  }

  test('is shown and seen through a server that does not host it, and ended through either', async () => {
    const [there, stream] = [at(pair.second, boris), await openLive(at(pair.second, boris))];
    // The first join decides which server hosts the room.
    await enter(anna);
    await enter(there);
    const shown = await share(there);
    expect(
      await stream.next('voice', ({ room }) => (room as { screen: unknown }).screen !== null),
    ).toMatchObject({ room: { screen: { user: boris.id } } });
    await isSeen(shown, await watch(anna), 'здесь');
    await expect(share(anna)).rejects.toThrow('Экран уже показывает другой участник.');
    const params = { roomId: group, userId: boris.id };
    await anna.call(screen.stop, { params });
    expect(await stream.next('voice-ended')).toMatchObject({ reason: 'removed' });
    await expect(watch(there)).rejects.toThrow('Показ экрана уже закончился.');

    const again = await share(anna);
    const seen = await watch(there);
    await isSeen(again, seen, 'снова');
    await excludeFrom(at(pair.second, anna), group, boris);
    const before = seen.received.length;
    // A second after the exclusion nothing arrives any more.
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    for (let packet = 0; packet < 20; packet += 1)
      again.send(videoPacket((sequence += 1), 'тайна'));
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(seenBy(seen).includes('тайна')).toBe(false);
    expect(before).toBeGreaterThan(0);
    await stream.cut();
  });
});
