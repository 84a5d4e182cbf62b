import { open, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** The names are those of the APNG chapter of PNG (Third Edition), W3C. */
type Chunk = { type: string; data: Buffer };
type Frame = {
  width: number;
  height: number;
  left: number;
  top: number;
  delay: number;
  dispose: number;
  blend: number;
  data: Buffer[];
};
type Animation = { header: Buffer; before: Chunk[]; loop: number; frames: Frame[] };

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Bytes. `acTL` stands before the pixels, behind profiles and texts. */
const HEAD_BYTES = 256 * 1024;
const DISPOSE = { background: 1, previous: 2 };
const BLEND_OVER = 1;
const CHANNELS = 4;
/** Milliseconds per frame of an animation that says 0 and means "as fast as possible". */
const LEAST_DELAY = 10;

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return;
  for (let at = SIGNATURE.length; at + 8 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
}

/** Returns the number of frames that a PNG says it has; 1 if it is not animated. */
export async function countPngFrames(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    for (const { type, data } of chunksOf(head.subarray(0, bytesRead))) {
      if (type === 'IDAT') return 1;
      if (type === 'acTL' && data.length >= 8) return Math.max(1, data.readUInt32BE(0));
    }
    return 1;
  } finally {
    await file.close();
  }
}

/**
 * Returns an animated PNG as frames of at most `size` pixels, ready to be written: those before the
 * first that is damaged or cut off. Null if only one frame can be read.
 */
export async function joinPngFrames(path: string, size: number): Promise<Sharp | null> {
  const animation = readAnimation(await readFile(path));
  if (animation === null) return null;
  const [width, height] = [animation.header.readUInt32BE(0), animation.header.readUInt32BE(4)];
  const canvas = Buffer.alloc(width * height * CHANNELS);
  const raw = { width, height, channels: CHANNELS } as const;
  const pictures: Buffer[] = [];
  try {
    for (const frame of animation.frames) {
      const pixels = await decodeFrame(animation, frame);
      const before = frame.dispose === DISPOSE.previous ? Buffer.from(canvas) : null;
      await paint(canvas, width, frame, pixels);
      pictures.push(
        await sharp(canvas, { raw })
          .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
          .png({ compressionLevel: 1 })
          .toBuffer(),
      );
      if (before !== null) before.copy(canvas);
      if (frame.dispose === DISPOSE.background)
        eachRow(width, frame, (at, length) => canvas.fill(0, at, at + length));
    }
  } catch {
    if (pictures.length < 2) return null;
  }
  return sharp(pictures, { join: { animated: true } }).webp({
    loop: animation.loop,
    delay: animation.frames.slice(0, pictures.length).map(({ delay }) => delay),
  });
}

/** Splits an animated PNG into its frames; null if they do not fit into the picture. */
function readAnimation(bytes: Buffer): Animation | null {
  let header: Buffer | null = null;
  let loop = 0;
  const before: Chunk[] = [];
  const frames: Frame[] = [];
  let hasPixels = false;
  for (const chunk of chunksOf(bytes)) {
    const { type, data } = chunk;
    if (type === 'IHDR') header = data;
    else if (type === 'acTL') loop = data.readUInt32BE(4);
    else if (type === 'fcTL') frames.push(readControl(data));
    else if (type === 'IDAT') {
      hasPixels = true;
      frames.at(-1)?.data.push(data);
    } else if (type === 'fdAT') frames.at(-1)?.data.push(data.subarray(4));
    else if (!hasPixels && /^(?:PLTE|tRNS|gAMA|sRGB|iCCP|cHRM)$/.test(type)) before.push(chunk);
  }
  const whole = frames.filter(({ data }) => data.length > 0);
  if (header === null || header.length < 13 || whole.length === 0) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const isInside = (one: Frame) =>
    one.width > 0 &&
    one.height > 0 &&
    one.left + one.width <= width &&
    one.top + one.height <= height;
  return whole.every(isInside) ? { header, before, loop, frames: whole } : null;
}
function readControl(data: Buffer): Frame {
  const divisor = data.readUInt16BE(22) || 100;
  return {
    width: data.readUInt32BE(4),
    height: data.readUInt32BE(8),
    left: data.readUInt32BE(12),
    top: data.readUInt32BE(16),
    delay: Math.max(LEAST_DELAY, Math.round((data.readUInt16BE(20) * 1000) / divisor)),
    dispose: data[24]!,
    blend: data[25]!,
    data: [],
  };
}

/** Returns the pixels of one frame (RGBA), read as a PNG of its own. */
async function decodeFrame({ header, before }: Animation, frame: Frame): Promise<Buffer> {
  const own = Buffer.from(header);
  own.writeUInt32BE(frame.width, 0);
  own.writeUInt32BE(frame.height, 4);
  const png = Buffer.concat([
    SIGNATURE,
    write({ type: 'IHDR', data: own }),
    ...before.map(write),
    write({ type: 'IDAT', data: Buffer.concat(frame.data) }),
    write({ type: 'IEND', data: Buffer.alloc(0) }),
  ]);
  return sharp(png, { failOn: 'error' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer();
}
function write({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Puts a frame's pixels on the canvas, over what is there or instead of it. */
async function paint(
  canvas: Buffer,
  canvasWidth: number,
  frame: Frame,
  pixels: Buffer,
): Promise<void> {
  const { width, height } = frame;
  let row = 0;
  const length = width * CHANNELS;
  if (frame.blend !== BLEND_OVER) {
    eachRow(canvasWidth, frame, (at) => pixels.copy(canvas, at, row * length, ++row * length));
    return;
  }
  const under = Buffer.alloc(pixels.length);
  eachRow(canvasWidth, frame, (at) => canvas.copy(under, row++ * length, at, at + length));
  const raw = { width, height, channels: CHANNELS } as const;
  const over = await sharp(under, { raw })
    .composite([{ input: pixels, raw, blend: 'over' }])
    .raw()
    .toBuffer();
  row = 0;
  eachRow(canvasWidth, frame, (at) => over.copy(canvas, at, row * length, ++row * length));
}
/** Calls back with the position and length in bytes of each row of a frame on the canvas. */
function eachRow(
  canvasWidth: number,
  { left, top, width, height }: Frame,
  visit: (at: number, length: number) => void,
): void {
  for (let y = top; y < top + height; y += 1)
    visit((y * canvasWidth + left) * CHANNELS, width * CHANNELS);
}
