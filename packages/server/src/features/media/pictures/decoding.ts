import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp, { type OutputInfo, type SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { AppError } from '@respa/contract/app-errors';
import { FILES } from '@respa/contract/limits';
import { asFullDisk } from '#platform/storage/disk-files.ts';
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
import { RENDITIONS, renditionName } from '../blobs/stored-names.ts';
import { countPngFrames, joinPngFrames } from './animated-png.ts';
import { mendAvif, mendJpeg } from './mending.ts';

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

/** One rendition, as a file in the staging directory. */
export type Rendition = { name: string; path: string; bytes: number };
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

/** What to decode. */
export type Source = {
  path: string;
  frames: number;
  /** Of one frame. */
  pixels: number;
  kind: string;
};
/** A source ready to be decoded: a file or its bytes, and how strictly. */
type Input = Source & { input: string | Buffer; failOn: 'error' | 'warning' };

/**
 * Reads the header, which is enough to refuse a decompression bomb before anything is decoded.
 * Throws `bad_type` if the file is not one of `kinds`, and `too_large`.
 */
export async function readSource(path: string, kinds: readonly string[]): Promise<Source> {
  const { type } = await findKind(path, '').catch(() => ({ type: '' }));
  const input = type === 'avif' ? await mendAvif(path) : null;
  const head = await sharp(input ?? path, { limitInputPixels: false })
    .metadata()
    .catch(async (error: Error) => {
      if (isMissing(error)) throw error;
      throw await refusalOf(path);
    });
  const { width, height } = head;
  const isAvif = head.format === 'heif' && (head.compression === 'av1' || type === 'avif');
  const kind = isAvif ? 'avif' : head.format;
  if (!kinds.some((one) => one === kind)) throw await refusalOf(path, kind);
  if (width * height > FILES.picture.maxPixels)
    throw tooManyPixels(width, height, FILES.picture.maxPixels);
  const frames =
    kind === 'png' ? await countPngFrames(path) : kind === 'avif' ? 1 : (head.pages ?? 1);
  if (frames > MOST_FRAMES) throw tooManyFrames(frames, MOST_FRAMES);
  if (frames > 1 && width * height * frames > MOST_MOVING_PIXELS)
    throw tooLargeFrames(width, height, frames, MOST_MOVING_PIXELS);
  return { path, frames, pixels: width * height, kind };
}
async function openSource(source: Source): Promise<Input> {
  const { path, kind } = source;
  const ended = kind === 'jpeg' ? await mendJpeg(path) : null;
  const renamed = kind === 'avif' ? await mendAvif(path) : null;
  return {
    ...source,
    input: ended ?? renamed ?? path,
    failOn: ended === null ? 'error' : 'warning',
  };
}

const READABLE: ReadonlySet<string> = new Set(['jpg', 'png', 'gif', 'webp', 'avif']);
/** Returns why a file is no picture that can be read. */
async function refusalOf(path: string, kind?: string): Promise<AppError> {
  const { type } = await findKind(path, '');
  if (type === 'heic' || kind === 'heif') return heicPicture();
  return kind === undefined && READABLE.has(type) ? damagedPicture() : notPicture();
}

const decode = ({ input, failOn }: Input, options: SharpOptions = {}) =>
  sharp(input, { failOn, limitInputPixels: FILES.picture.maxPixels, ...options }).timeout({
    seconds: SECONDS,
  });
const fromPixels = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
const inside = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const;

/**
 * Decodes a source and writes its renditions next to it. Returns them with the size in pixels, the
 * thumbhash, and whether the picture moves. `most` is the longest side in pixels, if it is less
 * than usual. Throws `bad_type`, `too_large` (30 seconds of work) and `no_space`.
 */
export async function renderSource(source: Source, name: string, most: number = MAIN) {
  const { bodies, ...facts } = await toAppError(async () => {
    const input = await openSource(source);
    return source.frames > 1 ? makeMoving(input, name, most) : makeStill(input, name, most);
  });
  return { ...facts, renditions: await writeRenditions(dirname(source.path), bodies) };
}

/** Decodes the file once; the renditions are made from the pixels of the largest. */
async function makeStill(source: Input, name: string, most: number) {
  const pixels = await decode(source)
    .autoOrient()
    .resize(inside(most))
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
  return { bodies, width, height, thumbhash: await hashOf(pixels), isMoving: false };
}

async function makeMoving(source: Input, name: string, most: number) {
  const size = Math.min(MOVING, most);
  // libvips reads an animated PNG as its first frame.
  const moving =
    source.kind === 'png'
      ? await joinPngFrames(source.path, size)
      : decode(source, { animated: true, limitInputPixels: MOST_MOVING_PIXELS }).resize(
          inside(size),
        );
  // A damaged animation is shown as its first frame.
  if (moving === null) return makeStill(source, name, most);
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
  return { bodies, width, height, thumbhash: await hashOf(first), isMoving: true };
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

/** A decoder that ended in between leaves files behind: each attempt has its own. */
async function writeRenditions(folder: string, bodies: Body[]): Promise<Rendition[]> {
  const attempt = randomUUID();
  const renditions = bodies.map(({ name, data }) => ({
    name,
    path: join(folder, `${attempt}-${name}`),
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
