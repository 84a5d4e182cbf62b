import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeMediaHost,
  type MediaHost,
} from '../../packages/server/src/platform/voice/media-host.ts';
import { createContext } from '../support/browser/shared-browser.ts';
import { isBrowserHere } from '../support/browser/world.ts';
import { patient } from '../support/patience.ts';

type Joining = { join(sdp: string): Promise<string>; pc: RTCPeerConnection };

describe.skipIf(!isBrowserHere)('A browser in a voice room', () => {
  let [host, site, context]: [MediaHost, Server, BrowserContext] = [] as never;
  const gone: number[] = [];
  beforeAll(async () => {
    host = makeMediaHost(
      { port: 0, addresses: ['127.0.0.1'] },
      {
        up: () => {},
        gone: (_, member) => gone.push(member),
        speaking: () => {},
        screenGone: () => {},
        down: () => {},
      },
      pino({ level: 'silent' }),
    );
    site = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html').end('<p>Голос</p>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    context = await createContext(`http://127.0.0.1:${(site.address() as { port: number }).port}`);
  });
  afterAll(async () => {
    await context.close();
    await host.stop();
    site.close();
  });

  /** Connects a page to a room; `edit` changes the answer before the page takes it. */
  async function enter(
    member: number,
    edit: (answer: string) => string = (answer) => answer,
  ): Promise<Page> {
    const page = await context.newPage();
    await page.exposeFunction('join', async (sdp: string) =>
      edit(await host.join('raid', member, sdp)),
    );
    await page.goto('/');
    await page.evaluate(async () => {
      const page = window as unknown as Joining;
      const pc = (page.pc = new RTCPeerConnection());
      pc.addEventListener('track', ({ track }) => {
        // Without an element Chromium does not play, and measures no energy.
        const audio = new Audio();
        audio.srcObject = new MediaStream([track]);
        document.body.append(audio);
        void audio.play();
      });
      const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
      pc.addTransceiver(microphone.getAudioTracks()[0]!, { direction: 'sendonly' });
      for (let slot = 0; slot < 8; slot += 1) pc.addTransceiver('audio', { direction: 'recvonly' });
      await pc.setLocalDescription();
      const sdp = await page.join(pc.localDescription!.sdp);
      await pc.setRemoteDescription({ type: 'answer', sdp });
    });
    await expect
      .poll(() => page.evaluate(() => (window as unknown as Joining).pc.connectionState), {
        timeout: patient(20_000),
      })
      .toBe('connected');
    return page;
  }
  /** Returns what a page has received: packets, energy, losses, and over which protocol. */
  const readStats = (page: Page) =>
    page.evaluate(async () => {
      const found = { packets: 0, energy: 0, lost: 0, protocol: '' };
      for (const report of (await (window as unknown as Joining).pc.getStats()).values()) {
        if (report.type === 'inbound-rtp') {
          found.packets += report.packetsReceived;
          found.energy += report.totalAudioEnergy ?? 0;
          found.lost += report.packetsLost;
        }
        if (report.type === 'candidate-pair' && report.nominated)
          found.protocol = (await (window as unknown as Joining).pc.getStats()).get(
            report.localCandidateId,
          ).protocol;
      }
      return found;
    });

  test('hears another one over UDP, and over TCP where a network lets no UDP through', async () => {
    const withoutUdp = (answer: string) => answer.replace(/a=candidate:\d+ 1 UDP .*\r\n/g, '');
    const [direct, walled] = [await enter(1), await enter(2, withoutUdp)];
    for (const page of [direct, walled])
      await expect
        .poll(async () => (await readStats(page)).energy, { timeout: patient(20_000) })
        .toBeGreaterThan(0);
    expect(await readStats(direct)).toMatchObject({ protocol: 'udp', lost: 0 });
    expect(await readStats(walled)).toMatchObject({ protocol: 'tcp', lost: 0 });
    expect((await host.measure())!.tcpConnections).toBeGreaterThan(0);
    host.leave('raid', 2);
    await expect.poll(async () => (await host.measure())!.tcpConnections).toBe(0);
    await direct.close();
    await expect.poll(() => gone, { timeout: patient(15_000) }).toEqual([1]);
    await walled.close();
  });
});
