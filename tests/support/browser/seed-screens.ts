import sharp from 'sharp';
import { makeApk, makeSigner } from '../files/apk-maker.ts';
import type { World } from './world.ts';

/** The account whose pages are all pages: the admin is one of the six demo members. */
export const DEMO_ADMIN = { ADMIN_EMAIL: 'kornilov@demo.respa' };

/**
 * Gives a demo member what the other tests do not create: a photo, a second session, and incoming
 * friend requests; the admin also gets an app in the catalogue.
 */
export async function seedFixtures(world: World, email: string, requests: number): Promise<void> {
  const { token, userId } = await world.demoSession(email);
  const call = async (path: string, bearer: string, init: RequestInit = {}) =>
    (
      await fetch(`${world.url}/api${path}`, {
        ...init,
        headers: { authorization: `Bearer ${bearer}` },
      })
    ).ok;
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      Uint8Array.from(
        await sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a3f22' } })
          .png()
          .toBuffer(),
      ),
    ]),
    'photo.png',
  );
  if (!(await call('/createuserfoto', token, { method: 'POST', body: form })))
    throw new Error('the photo was not taken');
  // Some of them are friends already; their requests are refused.
  let asked = 0;
  for (let index = 1; asked < requests && index <= 30; index += 1) {
    const asker = await world.demoSession(`m${index}@demo.respa`);
    if (await call(`/make-friends/${userId}`, asker.token)) asked += 1;
  }
  if (email === DEMO_ADMIN.ADMIN_EMAIL) await addApplication(world, token);
  if (asked < requests) throw new Error('too few members who are no friends yet');
}

/** Gives a demo game without a file one, and with it its metadata, versions and release notes. */
async function addApplication(world: World, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { games } = (await (
    await fetch(`${world.url}/api/games/games?sort=rating&limit=20`, { headers })
  ).json()) as { games: { _id: string; downloadUrl: string }[] };
  const game = games.find(({ downloadUrl }) => downloadUrl === '')!;
  const signer = makeSigner('Respa');
  for (const [versionCode, changes] of [
    [1, 'Первая версия'],
    [2, 'Кот отвечает, если его погладить'],
  ] as const) {
    const form = new FormData();
    form.append('changes', changes);
    form.append(
      'source',
      new Blob([
        Uint8Array.from(
          makeApk({
            signer,
            versionCode,
            versionName: `1.${versionCode}`,
            permissions: [
              'android.permission.INTERNET',
              'android.permission.VIBRATE',
              'ru.respa.tower.OWN',
            ],
          }),
        ),
      ]),
      'game.apk',
    );
    if (
      !(
        await fetch(`${world.url}/api/games/update/${game._id}`, {
          method: 'POST',
          headers,
          body: form,
        })
      ).ok
    )
      throw new Error('the application was not taken');
  }
}
