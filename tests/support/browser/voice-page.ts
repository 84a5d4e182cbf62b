import { expect } from 'vitest';
import type { BrowserContext, Page } from '@playwright/test';
import { patient } from '../patience.ts';
import type { World } from './world.ts';

/** What the added script keeps in a page. */
type Listening = { played: AnalyserNode[]; connections: RTCPeerConnection[] };

/** Taps what the pages of a context receive, and what of it they play. */
export async function watchVoice(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept = { played: [] as AnalyserNode[], connections: [] as RTCPeerConnection[] };
    Object.assign(window, kept);
    const Original = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Original {
      constructor(options?: RTCConfiguration) {
        super(options);
        kept.connections.push(this);
      }
    };
    // Only what plays people: a context with short sounds of the site has neither a stream nor a player.
    const people = new WeakSet<BaseAudioContext>();
    const listen = (audio: BaseAudioContext) => {
      if (people.has(audio)) return;
      people.add(audio);
      kept.played.push(audio.createAnalyser());
    };
    const original = AudioContext.prototype.createMediaStreamSource;
    AudioContext.prototype.createMediaStreamSource = function create(stream) {
      listen(this);
      return original.call(this, stream);
    };
    window.AudioWorkletNode = class extends AudioWorkletNode {
      constructor(audio: BaseAudioContext, name: string, options?: AudioWorkletNodeOptions) {
        super(audio, name, options);
        if (name === 'voice-player') listen(audio);
      }
    };
    const connect = AudioNode.prototype.connect as (to: AudioNode) => AudioNode;
    const tapped = new Map<BaseAudioContext, AudioNode>();
    AudioNode.prototype.connect = function tap(this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode) tapped.set(this.context, this);
      const last = tapped.get(this.context);
      const analyser = kept.played.find(({ context }) => context === this.context);
      if (last !== undefined && analyser !== undefined) connect.call(last, analyser);
      return connect.call(this, to);
    } as typeof AudioNode.prototype.connect;
  });
}
/** Returns the packets that a page has received so far, and the loudness of what it plays now. */
export const readHeard = (page: Page): Promise<{ packets: number; loudness: number }> =>
  page.evaluate(async () => {
    const { connections, played } = window as unknown as Listening;
    const heard = { packets: 0, loudness: 0 };
    for (const connection of connections)
      for (const report of (
        await connection.getStats()
      ).values() as Iterable<RTCInboundRtpStreamStats>)
        if (report.type === 'inbound-rtp') heard.packets += report.packetsReceived ?? 0;
    for (const analyser of played) {
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      heard.loudness = Math.max(heard.loudness, ...samples.map(Math.abs));
    }
    return heard;
  });
/** Returns how many connections for voice a page has made so far. */
export const countConnections = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Listening).connections.length);
/** Waits until a page plays the voice of another. */
export async function hears(page: Page): Promise<void> {
  await expect
    .poll(() => readHeard(page).then(({ loudness }) => loudness), {
      timeout: patient(15_000),
      interval: 50,
    })
    .toBeGreaterThan(0.01);
}
/** Waits until nothing arrives at a page any more. */
export async function hearsNothing(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const before = await readHeard(page);
        await page.waitForTimeout(700);
        return (await readHeard(page)).packets - before.packets;
      },
      { timeout: patient(15_000) },
    )
    .toBeLessThan(3);
}
/** Waits until a page plays nothing: between two beeps of the fake microphone lies one second. */
export async function hearsSilence(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        let loudest = 0;
        for (let look = 0; look < 15; look += 1) {
          loudest = Math.max(loudest, (await readHeard(page)).loudness);
          await page.waitForTimeout(100);
        }
        return loudest;
      },
      { timeout: patient(20_000) },
    )
    .toBeLessThan(0.01);
}
export const callBar = (page: Page) => page.getByRole('region', { name: 'Голосовая комната' });
export const inVoice = (page: Page) =>
  page.getByRole('region', { name: 'Кто в голосовой комнате' });
/** Enters the voice room of the open conversation, and waits for the connection. */
export async function enterVoice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Войти в голосовую комнату' }).click();
  await callBar(page).getByRole('button', { name: 'Выключить микрофон' }).waitFor();
  await callBar(page).getByText('Соединение…').waitFor({ state: 'hidden' });
}
/**
 * Leaves the voice rooms of these pages and waits until the server knows, so that the next test finds
 * them empty.
 */
export async function endVoice(world: World, pages: readonly Page[]): Promise<void> {
  // Who goes to another page leaves; a context that is closed is missed only after a while.
  for (const page of pages) await page.goto('about:blank').catch(() => {});
  await world.closeContexts();
  const { token } = await world.demoSession('kornilov@demo.respa');
  const countRooms = async () => {
    const answer = await fetch(`${world.url}/api/voice`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { rooms: unknown[] }).rooms.length;
  };
  await expect.poll(countRooms, { timeout: patient(20_000) }).toBe(0);
}
