import { open, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import sharp, { type OutputInfo, type SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { AppError } from '@respa/contract/app-errors';
import { FILES } from '@respa/contract/limits';
import { asFullDisk } from '#platform/storage/disk-files.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import {
  damagedPicture,
  heicPicture,
  notPicture,
  tooLargeFrames,
  tooManyFrames,
  tooManyPixels,
  tooSlowPicture,
} from '../refusals.ts';
import { findKind } from '../serving/kinds.ts';
import { countPngFrames, joinPngFrames } from './animated-png.ts';
import { lowerPool } from './pool-priority.ts';
import { newStoredName, RENDITIONS, renditionName } from '../blobs/stored-names.ts';
import { createFairQueue, createWorkQueue } from '#platform/runtime/work-queue.ts';

// Block all loaders but five: libvips would read SVG, PDF, TIFF and more. This build of the HEIF
// loader decodes AVIF only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

export const PICTURE_KINDS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
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
const MOST_FRAMES = 2_000;
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
/**
 * How many pictures may wait. A member's largest message has eight, and several pages may send at
 * once; all together take some minutes of work.
 */
const MOST_WAITING = { each: 60, all: 600 };
const stillTurns = createFairQueue(DECODERS, MOST_WAITING);
const carefulTurns = createFairQueue(
  Math.max(1, Math.min(DECODERS, availableParallelism() - 1)),
  MOST_WAITING,
);
const movingTurns = createFairQueue(1, MOST_WAITING);
let isPoolLow = false;

export type MakingOptions = {
  kinds?: readonly PictureKind[];
  stem?: string;
  charge?: (megapixels: number) => void | Promise<void>;
};
/**
 * Decodes a staged file and makes the stored renditions from its pixels alone: at most 1600 px, and
 * 640 and 160 where smaller; upright, without metadata, sRGB. An animated GIF, WebP or PNG stays
 * animated (at most 800 px; its 160 is still). The files are written next to the staged original;
 * the name is random unless there is a `stem`. Throws `bad_type` (not one of `kinds`, or not fully
 * decodable), `too_large` (over 52 megapixels, 2,000 frames, 100 megapixels in all frames or 30
 * seconds of work); each names the reason. The senders of pictures take turns; `unavailable` if too
 * many wait. `charge` is called with the megapixels of all frames before they are decoded, and may
 * throw.
 */
export async function makePicture(
  staged: Pick<StagedFile, 'path' | 'sender'>,
  options: MakingOptions = {},
): Promise<Picture> {
  const { path, sender } = staged;
  const source = await readSource(path, options.kinds ?? PICTURE_KINDS);
  const name = options.stem === undefined ? newStoredName('webp') : `${options.stem}.webp`;
  isPoolLow ||= lowerPool();
  const [turns, make] =
    source.frames > 1
      ? [movingTurns, makeMoving]
      : [isPoolLow ? stillTurns : carefulTurns, makeStill];
  const made = await turns(sender, async () => {
    await options.charge?.(Math.ceil((source.pixels * source.frames) / 1_000_000));
    return decoderTurns(() => toAppError(() => make(source, name)));
  });
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

/**
 * What to decode: a file or its bytes, how strictly, and how many frames. `isPng`: an animated PNG,
 * which libvips reads as its first frame.
 */
type Source = {
  input: string | Buffer;
  failOn: 'error' | 'warning';
  frames: number;
  /** Of one frame. */
  pixels: number;
  isPng: boolean;
};

/** Reads the header, which is enough to refuse a decompression bomb before anything is decoded. */
async function readSource(path: string, kinds: readonly PictureKind[]): Promise<Source> {
  const head = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(async (error: Error) => {
      if (isMissing(error)) throw error;
      throw await refusalOf(path);
    });
  const { width, height } = head;
  const kind = head.format === 'heif' && head.compression === 'av1' ? 'avif' : head.format;
  if (!kinds.some((one) => one === kind)) throw await refusalOf(path, kind);
  if (width * height > FILES.picture.maxPixels)
    throw tooManyPixels(width, height, FILES.picture.maxPixels);
  const isPng = kind === 'png';
  const frames = isPng ? await countPngFrames(path) : kind === 'avif' ? 1 : (head.pages ?? 1);
  if (frames > MOST_FRAMES) throw tooManyFrames(frames, MOST_FRAMES);
  if (frames > 1 && width * height * frames > MOST_MOVING_PIXELS)
    throw tooLargeFrames(width, height, frames, MOST_MOVING_PIXELS);
  const ended = kind === 'jpeg' ? await endJpeg(path) : null;
  return {
    input: ended ?? path,
    failOn: ended === null ? 'error' : 'warning',
    frames,
    pixels: width * height,
    isPng,
  };
}

const JPEG_END = Buffer.of(0xff, 0xd9);
/**
 * Returns the bytes of a JPEG with the end marker that a camera left out, or null if there is one.
 * The decoder then warns if pixels are missing too.
 */
async function endJpeg(path: string): Promise<Buffer | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(JPEG_END.length);
    await file.read(last, 0, last.length, Math.max(0, size - last.length));
    if (last.equals(JPEG_END) || size > FILES.picture.maxBytes) return null;
    return Buffer.concat([await file.readFile(), JPEG_END]);
  } finally {
    await file.close();
  }
}

const READABLE: ReadonlySet<string> = new Set(['jpg', 'png', 'gif', 'webp', 'avif']);
/** Returns why a file is no picture that can be read. */
async function refusalOf(path: string, kind?: string): Promise<AppError> {
  const { type } = await findKind(path, '');
  if (type === 'heic' || kind === 'heif') return heicPicture();
  return kind === undefined && READABLE.has(type) ? damagedPicture() : notPicture();
}

const decode = ({ input, failOn }: Source, options: SharpOptions = {}) =>
  sharp(input, { failOn, limitInputPixels: FILES.picture.maxPixels, ...options }).timeout({
    seconds: SECONDS,
  });
const fromPixels = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
const inside = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const;

/** Decodes the file once; the renditions are made from the pixels of the largest. */
async function makeStill(source: Source, name: string) {
  const pixels = await decode(source)
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

async function makeMoving(source: Source, name: string) {
  const moving = source.isPng
    ? await joinPngFrames(source.input as string, MOVING)
    : decode(source, { animated: true, limitInputPixels: MOST_MOVING_PIXELS }).resize(
        inside(MOVING),
      );
  // A damaged animation is shown as its first frame.
  if (moving === null) return makeStill(source, name);
  const main = await moving.webp(MOVING_WEBP).toBuffer({ resolveWithObject: true });
  const first = await decode(source)
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
    if (isMissing(error as Error)) throw error;
    throw (error as Error).message.startsWith('timeout') ? tooSlowPicture() : damagedPicture();
  }
}
const isMissing = ({ message }: Error): boolean => message.startsWith('Input file is missing');
