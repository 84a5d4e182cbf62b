import sharp from 'sharp';
import type { World } from './world.ts';

/** Gives a demo member what the stories leave out: a photo, a second session, and people who ask to be friends. */
export async function furnish(world: World, email: string, requests: number): Promise<void> {
  const { token, userId } = await world.demoSession(email);
  const call = async (path: string, bearer: string, init: RequestInit = {}) => (await fetch(`${world.url}/api${path}`, { ...init, headers: { authorization: `Bearer ${bearer}` } })).ok;
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(await sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a3f22' } }).png().toBuffer())]), 'photo.png');
  if (!await call('/createuserfoto', token, { method: 'POST', body: form })) throw new Error('the photo was not taken');
  // Some of them are friends already: those are refused.
  let asked = 0;
  for (let place = 1; asked < requests && place <= 30; place += 1) {
    const asker = await world.demoSession(`m${place}@demo.respa`);
    if (await call(`/make-friends/${userId}`, asker.token)) asked += 1;
  }
  if (asked < requests) throw new Error('too few members who are no friends yet');
}
