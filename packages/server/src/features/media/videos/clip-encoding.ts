import { join } from 'node:path';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { encode, EncoderBroke } from './encoder.ts';
import {
  assertMade,
  chain,
  inputArgs,
  posterArgs,
  stillPicture,
  toneMap,
  tryVersions,
  withoutHdr,
  withoutSound,
  type EncodingSource,
} from './encoding.ts';

/** Pixels of the longer side. A video of a conversation is watched in a bubble, or full screen. */
const LONGEST = 1280;
/** Seconds: for a poster, and for a whole video by its length. */
const SECONDS = { poster: 60, base: 300, times: 20 };

type ClipJob = {
  source: EncodingSource;
  /** A folder of its own. */
  folder: string;
  stopping: AbortSignal;
  /** Called several times a second with the encoded share, 0 to 1. */
  onProgress: (share: number) => void;
};

/**
 * Encodes a video as one MP4 that every browser plays, and takes its poster: a tenth into the
 * video, else its first frame, else none. Returns the paths and the size in pixels. Throws
 * `EncoderBroke`; when the server stops, its reason.
 */
export async function encodeClip(
  context: AppContext,
  { source, folder, stopping, onProgress }: ClipJob,
): Promise<{ path: string; poster: string | null; width: number; height: number }> {
  const path = join(folder, 'clip.mp4');
  const poster = join(folder, 'poster.jpg');
  const size = fit(source);
  const run = (args: string[], seconds: number, onOutput?: (text: string) => void) =>
    encode(context, {
      args,
      folder,
      timeoutMs: Math.min(context.config.encodingSeconds, seconds) * 1000,
      stopping,
      ...(onOutput === undefined ? {} : { onOutput }),
    });
  const seconds = SECONDS.base + source.duration * SECONDS.times;
  const listen = (text: string) => {
    const done = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1);
    if (done !== undefined) onProgress(Math.min(1, Number(done[1]) / 1e6 / source.duration));
  };
  const attempt = async (version: EncodingSource) => {
    await run(clipArgs(version, size, path), seconds, listen);
    await assertMade(path);
  };
  await tryVersions(withoutSound(source), attempt, stopping);
  const posters = withoutHdr(source).flatMap((version) =>
    [source.duration / 10, 0].map((second) => posterArgs(version, second, poster)),
  );
  const hasPoster = await tryVersions(
    posters,
    async (args) => {
      await run(args, SECONDS.poster);
      await assertMade(poster);
    },
    stopping,
  ).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof EncoderBroke)) throw error;
      return false;
    },
  );
  return { path, poster: hasPoster ? poster : null, ...size };
}

type Size = { width: number; height: number };
const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);
function fit({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

const clipArgs = (source: EncodingSource, { width, height }: Size, out: string): string[] => [
  ...inputArgs(source),
  '-map',
  '0:v:0',
  ...(source.hasSound ? ['-map', '0:a:0'] : []),
  '-vf',
  chain(
    `scale=${width}:${height}`,
    toneMap(source),
    stillPicture(source),
    'setsar=1',
    'format=yuv420p',
  ),
  ...'-c:v libx264 -preset veryfast -profile:v high -crf 23'.split(' '),
  ...'-maxrate 2800k -bufsize 5600k -fpsmax 60'.split(' '),
  ...(source.hasSound ? ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'] : []),
  ...'-map_metadata -1 -map_chapters -1 -movflags +faststart'.split(' '),
  '-progress',
  'pipe:1',
  '-f',
  'mp4',
  out,
];
