import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo-fill.ts';
import { ENCODER } from '../tests/clips.ts';
import type { Program } from './programs.ts';

/** Somebody with a channel: how they call, and how their browser reads media. */
export type FilmOwner = { port: number; token: string; cookie: string };
export type Published = { id: string; path: string; bytes: number; /** `performance.now()` when the last byte was taken. */ uploaded: number };

/** Signs a member in who has a channel, or makes one. */
export async function findFilmOwner({ port }: Program, email: string): Promise<FilmOwner> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password: DEMO_PASSWORD }) });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`no sign-in for ${email}: ${answer.status}`);
  const form = new FormData();
  form.append('name', 'Киноплёнка');
  const made = await fetch(`http://127.0.0.1:${port}/api/videohost/channels/create`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
  if (!made.ok && made.status !== 409) throw new Error(`a channel is answered with ${made.status}: ${await made.text()}`);
  return { port, token, cookie: answer.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ') };
}

/** A clip as a camera makes it: 720p with a tone, of so many seconds and so many bits a second. */
export function shootFilm(seconds: number, rate: string): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'respa-bench-film-'));
  const path = join(folder, 'film.mp4');
  try {
    execFileSync(ENCODER!, ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=25:duration=${seconds},noise=alls=12:allf=t`, '-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`,
      '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', rate, '-g', '50', '-c:a', 'aac', path]);
    return Uint8Array.from(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Uploads a film as our client does, by a resumable upload, and publishes it. */
export async function publishFilm({ port, token }: FilmOwner, film: Uint8Array<ArrayBuffer>): Promise<Published> {
  const [home, headers] = [`http://127.0.0.1:${port}`, { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }];
  const coded = (text: string) => Buffer.from(text).toString('base64');
  const begun = await fetch(`${home}/api/uploads`, { method: 'POST', headers: { ...headers, 'upload-length': String(film.length), 'upload-metadata': `purpose ${coded('video')},filename ${coded('film.mp4')}` } });
  const address = begun.headers.get('location');
  if (address === null) throw new Error(`an upload is answered with ${begun.status}: ${await begun.text()}`);
  const sent = await fetch(`${home}${address}`, { method: 'PATCH', headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, body: film });
  if (sent.status !== 204) throw new Error(`bytes are answered with ${sent.status}: ${await sent.text()}`);
  const uploaded = performance.now();
  const form = new FormData();
  form.append('title', 'Проба');
  form.append('upload', address.split('/').at(-1)!);
  const made = await fetch(`${home}/api/videohost/videos/create`, { method: 'POST', headers: { authorization: headers.authorization }, body: form });
  const { video } = (await made.json()) as { video?: { _id: string; videoUrl: string } };
  if (video === undefined) throw new Error(`a film is answered with ${made.status}`);
  return { id: video._id, path: `/media/videohostvideos/${video.videoUrl}`, bytes: film.length, uploaded };
}
/** What has become of a film's other qualities. */
export async function ladderOf({ port, token }: FilmOwner, id: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/videohost/videos/video/${id}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { video: { ladder: string } }).video.ladder;
}
export async function removeFilm({ port, token }: FilmOwner, id: string): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/api/videohost/videos/delete/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
}
