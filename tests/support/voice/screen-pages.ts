import type { Page } from '@playwright/test';
import { createContext } from '../browser/shared-browser.ts';

/** What a page of a browser has to do with the server: its offer for an answer. */
type Ask = (sdp: string) => Promise<string>;
export type Seen = { frames: number; width: number; height: number; sound: number };
export type ScreenPage = { page: Page; close(): Promise<void> };

/** Runs in the page. A drawing that changes all the time stands for the screen, a tone for its sound. */
function showScreen(hasSound: boolean) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1280, 720];
  const pen = canvas.getContext('2d')!;
  let drawn = 0;
  setInterval(() => {
    drawn += 1;
    pen.fillStyle = `hsl(${drawn % 360} 60% 50%)`;
    pen.fillRect(0, 0, 1280, 720);
    pen.fillStyle = '#000';
    for (let line = 0; line < 40; line += 1)
      pen.fillText(`${drawn} ${Math.sin(drawn * line)}`, (line % 8) * 150, 60 + line * 15);
  }, 40);
  const stream = canvas.captureStream(30);
  // On a slow machine pictures get rarer, not smaller.
  stream.getVideoTracks()[0]!.contentHint = 'detail';
  if (hasSound) {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const out = context.createMediaStreamDestination();
    tone.connect(out);
    tone.start();
    for (const track of out.stream.getAudioTracks()) stream.addTrack(track);
  }
  return stream;
}
/** Opens a connection in a page, by `ask`, and keeps it there. */
async function connect(page: Page, ask: Ask, script: string): Promise<void> {
  await page.exposeFunction('ask', ask);
  await page.evaluate(`(async () => {
    const connection = (globalThis.connection = new RTCPeerConnection());
    ${script}
    await connection.setLocalDescription(await connection.createOffer());
    await connection.setRemoteDescription({ type: 'answer', sdp: await ask(connection.localDescription.sdp) });
    await new Promise((done) => {
      const check = () => connection.connectionState === 'connected' && done();
      connection.onconnectionstatechange = check;
      check();
    });
  })()`);
}
async function openPage(): Promise<ScreenPage> {
  const context = await createContext('http://127.0.0.1');
  const page = await context.newPage();
  return { page, close: () => context.close() };
}
/** Opens a browser that shows a made-up screen. */
export async function showInBrowser(ask: Ask, hasSound = true): Promise<ScreenPage> {
  const opened = await openPage();
  await connect(
    opened.page,
    ask,
    `const stream = (${showScreen.toString()})(${hasSound});
     for (const track of stream.getTracks()) connection.addTransceiver(track, { direction: 'sendonly', streams: [stream] });`,
  );
  return opened;
}
/** Opens a browser that sees the screen. */
export async function seeInBrowser(ask: Ask): Promise<ScreenPage> {
  const opened = await openPage();
  await connect(
    opened.page,
    ask,
    `const video = (globalThis.video = document.createElement('video'));
     [video.muted, video.srcObject] = [true, new MediaStream()];
     document.body.append(video);
     for (const kind of ['video', 'audio']) connection.addTransceiver(kind, { direction: 'recvonly' });
     connection.ontrack = ({ track }) => { video.srcObject.addTrack(track); void video.play(); };`,
  );
  return opened;
}
/** Returns how much a page has seen: decoded frames, their size, and packets of sound. */
export const readSeen = ({ page }: ScreenPage): Promise<Seen> =>
  page.evaluate(`(async () => {
    const stats = [...(await connection.getStats()).values()].filter(({ type }) => type === 'inbound-rtp');
    return {
      frames: stats.find(({ kind }) => kind === 'video')?.framesDecoded ?? 0,
      width: video.videoWidth,
      height: video.videoHeight,
      sound: stats.find(({ kind }) => kind === 'audio')?.packetsReceived ?? 0,
    };
  })()`);
