import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import * as account from '@respa/contract/account';
import { PASSWORD, type Caller, type TestApp } from '../driver.ts';

/** Returns a real picture of one colour. */
export async function picture(
  format: 'jpeg' | 'png' | 'gif' | 'webp' = 'jpeg',
  background = '#3070b0',
): Promise<Blob> {
  return blobOf(
    await sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .toFormat(format)
      .toBuffer(),
  );
}
/** Returns a photo with a location in its metadata. */
export async function pictureWithPlace(): Promise<Blob> {
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '58/1 2/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '38/1 50/1 0/1',
  };
  const bytes = await sharp({
    create: { width: 320, height: 240, channels: 3, background: '#b03070' },
  })
    .withExif({ IFD0: { Artist: 'canary-artist' }, IFD3: place })
    .jpeg()
    .toBuffer();
  return blobOf(bytes);
}
export const blobOf = (bytes: Uint8Array | string): Blob =>
  new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]);

/** Returns the cookie that grants access to private media; signing in sets it. */
export async function cookieOf(app: TestApp, who: Caller): Promise<string> {
  const answer = await app.nobody.request(account.login, {
    body: { email: who.email, password: PASSWORD },
  });
  return answer.headers.get('set-cookie')!.split(';', 1)[0]!;
}
export const isStored = (app: TestApp, folder: string, name: string): Promise<boolean> =>
  stat(join(app.dataDir, 'media', folder, name.slice(0, 2), name)).then(
    () => true,
    () => false,
  );
/** Waits until a condition is true, because jobs that remove files run after the response. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 8_000,
): Promise<void> {
  const ends = performance.now() + timeoutMs;
  while (performance.now() < ends) {
    if (await condition()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error('it never came about');
}
/** Returns an animated GIF of two frames. */
export async function movingPicture(width = 320, height = 240): Promise<Blob> {
  const frames = await Promise.all(
    ['#c03030', '#3030c0'].map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return blobOf(
    await sharp(frames, { join: { animated: true } })
      .gif({ delay: [200, 200], loop: 0, effort: 1 })
      .toBuffer(),
  );
}
