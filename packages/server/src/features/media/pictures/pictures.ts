import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import sharp, { type OutputInfo, type SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { appError } from '@respa/contract/app-errors';
import { FILES } from '@respa/contract/limits';
import { asFullDisk } from '#platform/storage/disk-files.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { lowerPool } from './pool-priority.ts';
import { newStoredName, RENDITIONS, renditionName } from '../blobs/stored-names.ts';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';

// Block all loaders but four: libvips would read SVG, PDF, TIFF and more. HEIF stays blocked too,
// because `docs/decisions.md` names four kinds.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

export const PICTURE_KINDS = ['jpeg', 'png', 'gif', 'webp'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** One rendition, as a file in the staging directory. */
export type Rendition = { name: string; path: string; bytes: number };
export type Picture = {
  name: string;
  /** Of the main rendition after orientation, in pixels. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  /** Of all renditions together. */
  bytes: number;
  /** The main one first. */
  renditions: Rendition[];
};
type Body = { name: string; data: Buffer };
type Pixels = { data: Buffer; info: OutputInfo };

const MAIN = 1600;
/**
 * Pixels. An animated picture has one animated rendition: several would cost seconds each and be
 * little smaller.
 */
const MOVING = 800;
const MOST_FRAMES = 500;
/**
 * Of all frames: libvips holds about three bytes per pixel in memory (measured: 72 million took 200
 * MB).
 */
const MOST_MOVING_PIXELS = 100_000_000;
const SECONDS = 30;
const STILL_WEBP = { quality: 80, effort: 2 } as const;
const MOVING_WEBP = { quality: 70, effort: 1 } as const;

// The limits are per process, like the CPU and the thread pool: two decoders leave half of the
// thread pool to disk reads. Still pictures never wait for an animated one, which may take half a
// minute. Where the decoder threads cannot get a lower priority, the decoders leave one processor
// to the request thread.
const DECODERS = 2;
const decoderTurns = createWorkQueue(DECODERS);
const stillTurns = createWorkQueue(DECODERS);
const carefulTurns = createWorkQueue(Math.max(1, Math.min(DECODERS, availableParallelism() - 1)));
const movingTurns = createWorkQueue(1);
let isPoolLow = false;

/**
 * Decodes a staged file and makes the stored renditions from its pixels alone: at most 1600 px, and
 * 640 and 160 where smaller; upright, without metadata, sRGB. An animated GIF or WebP stays
 * animated (at most 800 px; its 160 is still). The files are written next to the staged original;
 * the name is random unless there is a `stem`. Throws `bad_type` (not one of `kinds`, or not fully
 * decodable), `too_large` (over 50 megapixels, 500 frames, 100 megapixels in all frames or 30
 * seconds of work).
 */
export async function makePicture(
  staged: Pick<StagedFile, 'path'>,
  options: { kinds?: readonly PictureKind[]; stem?: string } = {},
): Promise<Picture> {
  const { path } = staged;
  const { frames } = await readHead(path, options.kinds ?? PICTURE_KINDS);
  const name = options.stem === undefined ? newStoredName('webp') : `${options.stem}.webp`;
  isPoolLow ||= lowerPool();
  const [turns, make] =
    frames > 1 ? [movingTurns, makeMoving] : [isPoolLow ? stillTurns : carefulTurns, makeStill];
  const made = await toAppError(() => turns(() => decoderTurns(() => make(path, name))));
  const renditions = await writeRenditions(path, made.bodies);
  return {
    name,
    width: made.width,
    height: made.height,
    thumbhash: made.thumbhash,
    renditions,
    bytes: renditions.reduce((sum, rendition) => sum + rendition.bytes, 0),
  };
}

/** Reads the header, which is enough to refuse a decompression bomb before anything is decoded. */
async function readHead(path: string, kinds: readonly PictureKind[]): Promise<{ frames: number }> {
  const { format, width, height, pages } = await toAppError(() =>
    sharp(path, { limitInputPixels: false }).metadata(),
  );
  if (!kinds.some((kind) => kind === format)) throw appError('bad_type');
  const frames = pages ?? 1;
  if (width * height > FILES.picture.maxPixels) throw appError('too_large');
  if (frames > 1 && (frames > MOST_FRAMES || width * height * frames > MOST_MOVING_PIXELS))
    throw appError('too_large');
  return { frames };
}

const open = (path: string, options: SharpOptions = {}) =>
  sharp(path, { failOn: 'error', limitInputPixels: FILES.picture.maxPixels, ...options }).timeout({
    seconds: SECONDS,
  });
const fromPixels = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
const inside = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const;

/** Decodes the file once; the renditions are made from the pixels of the largest. */
async function makeStill(path: string, name: string) {
  const pixels = await open(path)
    .autoOrient()
    .resize(inside(MAIN))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = pixels.info;
  const bodies: Body[] = [{ name, data: await fromPixels(pixels).webp(STILL_WEBP).toBuffer() }];
  for (const size of RENDITIONS) {
    if (Math.max(width, height) <= size) continue;
    bodies.push({
      name: renditionName(name, size),
      data: await fromPixels(pixels).resize(inside(size)).webp(STILL_WEBP).toBuffer(),
    });
  }
  return { bodies, width, height, thumbhash: await hashOf(pixels) };
}

async function makeMoving(path: string, name: string) {
  const main = await open(path, { animated: true, limitInputPixels: MOST_MOVING_PIXELS })
    .resize(inside(MOVING))
    .webp(MOVING_WEBP)
    .toBuffer({ resolveWithObject: true });
  const first = await open(path)
    .resize(inside(RENDITIONS[1]))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bodies: Body[] = [{ name, data: main.data }];
  const width = main.info.width;
  const height = main.info.pageHeight ?? main.info.height;
  if (Math.max(width, height) > RENDITIONS[1]) {
    bodies.push({
      name: renditionName(name, RENDITIONS[1]),
      data: await fromPixels(first).webp(STILL_WEBP).toBuffer(),
    });
  }
  return { bodies, width, height, thumbhash: await hashOf(first) };
}

/**
 * 100 px is the maximum that a thumbhash accepts, and costs some milliseconds of the event loop.
 */
async function hashOf(pixels: Pixels): Promise<string> {
  const { data, info } = await fromPixels(pixels)
    .resize(inside(100))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

async function writeRenditions(path: string, bodies: Body[]): Promise<Rendition[]> {
  const renditions = bodies.map(({ name, data }) => ({
    name,
    path: join(dirname(path), name),
    bytes: data.length,
  }));
  try {
    for (const [index, { data }] of bodies.entries())
      await writeFile(renditions[index]!.path, data, { flag: 'wx' });
  } catch (error) {
    await Promise.all(renditions.map((rendition) => rm(rendition.path, { force: true })));
    throw asFullDisk(error);
  }
  return renditions;
}

/**
 * Maps decoder errors to app errors. Their messages vary; all mean that the file is no picture,
 * except a timeout and a missing file.
 */
async function toAppError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith('Input file is missing')) throw error;
    throw appError(message.startsWith('timeout') ? 'too_large' : 'bad_type');
  }
}
