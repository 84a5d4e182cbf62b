import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as videohost from '@respa/contract/videohost';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { makeChannel, readVideo } from '../tests/support/members/channels.ts';
import { ENCODER } from '../tests/support/files/clips.ts';
import { Caller, Refused } from '../tests/support/driver.ts';
import { beginUpload, idOf, sendPart } from '../tests/support/members/uploads.ts';
import { signIn } from './calls.ts';
import type { Program } from './programs.ts';

/** A channel's owner: their client, and the cookie with which their browser reads media. */
export type VideoOwner = { port: number; who: Caller; cookie: string };
export type Published = {
  id: string;
  path: string;
  bytes: number;
  /** `performance.now()` when the last byte was accepted. */ uploaded: number;
};

/** Signs in a member who has a channel, or creates one. */
export async function findVideoOwner({ port }: Program, email: string): Promise<VideoOwner> {
  const { id, token, cookie } = await signIn(port, email, DEMO_PASSWORD);
  const who = new Caller(`http://127.0.0.1:${port}`, { id, token, email });
  await makeChannel(who, 'Киноплёнка').catch((error: unknown) => {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
  });
  return { port, who, cookie: cookie.join('=') };
}

/**
 * Generates a clip as a camera makes it: 720p with a tone, of the given seconds and bits per
 * second.
 */
export function shootVideo(seconds: number, rate: string): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'respa-bench-video-'));
  const path = join(folder, 'video.mp4');
  try {
    execFileSync(ENCODER!, [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `testsrc2=size=1280x720:rate=25:duration=${seconds},noise=alls=12:allf=t`,
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=440:duration=${seconds}`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-b:v',
      rate,
      '-minrate',
      rate,
      '-maxrate',
      rate,
      '-bufsize',
      rate,
      '-g',
      '50',
      '-c:a',
      'aac',
      path,
    ]);
    return Uint8Array.from(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Uploads a video as our client does, by a resumable upload, and publishes it. */
export async function publishVideo(
  { who }: VideoOwner,
  clip: Uint8Array<ArrayBuffer>,
): Promise<Published> {
  const begun = await beginUpload(who, clip.length, { purpose: 'video', filename: 'video.mp4' });
  const address = begun.headers.get('location');
  if (address === null)
    throw new Error(`an upload is answered with ${begun.status}: ${await begun.text()}`);
  const sent = await sendPart(who, address, 0, clip);
  if (sent.status !== 204)
    throw new Error(`bytes are answered with ${sent.status}: ${await sent.text()}`);
  const uploaded = performance.now();
  const { video } = await who.call(videohost.createVideo, {
    body: { title: 'Проба', upload: idOf(address) },
  });
  return {
    id: video._id,
    path: `/media/videohostvideos/${video.videoUrl}`,
    bytes: clip.length,
    uploaded,
  };
}
/** Returns the state of a video's other qualities. */
export const ladderOf = async ({ who }: VideoOwner, id: string): Promise<string> =>
  (await readVideo(who, id)).ladder;
export const removeVideo = ({ who }: VideoOwner, id: string): Promise<unknown> =>
  who.call(videohost.removeVideo, { params: { id } });
