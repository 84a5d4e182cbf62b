import sharp from 'sharp';
import type { Viewer } from './calls.ts';
import type { Program } from './programs.ts';
import { median } from './volley.ts';

const PHOTOS = 5;
const TARGET_MS = 4_000;
const STALL_MS = 50;

/**
 * Measures five photographs of 12 megapixels in one post: how long the response takes, and how long
 * the server answers nothing else meanwhile.
 */
export async function measurePhotos(
  ours: Program,
  viewer: Viewer,
  runs: number,
): Promise<string[]> {
  const photos = await Promise.all(
    Array.from({ length: PHOTOS }, (_, index) => drawPhoto(index + 1)),
  );
  const times: number[] = [];
  const stalls: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const form = new FormData();
    photos.forEach((photo, index) =>
      form.append(
        `file${index}`,
        new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }),
        'photo.jpg',
      ),
    );
    await ours.ask('watch');
    const since = performance.now();
    const answer = await fetch(`http://127.0.0.1:${ours.port}/api/createuserpost`, {
      method: 'POST',
      headers: { authorization: `Bearer ${viewer.token}` },
      body: form,
    });
    times.push(performance.now() - since);
    const { stall } = await ours.ask<{ stall: number }>('stall');
    stalls.push(stall);
    const { post } = (await answer.json()) as { post: { _id: string } };
    await fetch(`http://127.0.0.1:${ours.port}/api/deleteuserpost/${post._id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${viewer.token}` },
    });
  }
  const [took, stall] = [median(times), Math.max(...stalls)];
  console.log(
    `\nПять фотографий по 12 Мп в одной записи: ${Math.round(took)} мс (медиана ${runs}), сервер молчал для других не дольше ${stall.toFixed(1)} мс`,
  );
  return [
    ...(took > TARGET_MS ? [`Пять фотографий: ${Math.round(took)} мс при цели ${TARGET_MS}`] : []),
    ...(stall > STALL_MS
      ? [`Пять фотографий: сервер молчал ${stall.toFixed(1)} мс при цели ${STALL_MS}`]
      : []),
  ];
}
/** Draws 4,000 × 3,000 pixels that are as hard to compress as a photograph. */
async function drawPhoto(seed: number): Promise<Buffer> {
  const small = Buffer.from(
    Array.from(
      { length: 400 * 300 * 3 },
      (_, index) => (index * (seed * 7 + 3) + (index % 977) * seed) % 256,
    ),
  );
  return sharp(small, { raw: { width: 400, height: 300, channels: 3 } })
    .blur(2)
    .resize(4_000, 3_000)
    .jpeg({ quality: 92 })
    .toBuffer();
}
