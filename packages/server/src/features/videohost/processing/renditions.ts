import { join } from 'node:path';
import { readFile, stat, writeFile } from 'node:fs/promises';
import {
  chain,
  inputArgs,
  LOUDNESS,
  stillPicture,
  toneMap,
  type EncodingSource,
} from '#features/media/service.ts';

/**
 * Heights of the renditions, the largest first, with the x264 quality target (CRF) and the maximum
 * bit rate in kbit/s.
 */
const RENDITIONS = [
  { height: 1080, crf: 23, rate: 5_000 },
  { height: 720, crf: 23, rate: 2_800 },
  { height: 480, crf: 24, rate: 1_400 },
  { height: 360, crf: 25, rate: 800 },
  { height: 240, crf: 26, rate: 400 },
] as const;
/** Pixels. A rendition below this height is made only if no larger one fits. */
const LOWEST = 360;
const SEGMENT_SECONDS = 4;
export type Rung = { width: number; height: number; crf: number; rate: number };

const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);
/** Returns which renditions a video gets: none larger than the video, by its shorter side. */
export function chooseRenditions({
  width,
  height,
}: Pick<EncodingSource, 'width' | 'height'>): Rung[] {
  const short = Math.min(width, height);
  const fitting = RENDITIONS.filter((rung) => rung.height <= short + 8);
  const chosen = fitting.some((rung) => rung.height >= LOWEST)
    ? fitting.filter((rung) => rung.height >= LOWEST)
    : fitting;
  return (chosen.length > 0 ? chosen : [{ ...RENDITIONS.at(-1)!, height: even(short) }]).map(
    ({ height: side, crf, rate }) => {
      const scale = side / short;
      return { width: even(width * scale), height: even(height * scale), crf, rate };
    },
  );
}

const TILE = { width: 160, height: 90, columns: 10 };
/**
 * Returns the layout of the seek-bar sprite sheet: at most a hundred pictures, at most one per
 * second.
 */
export function spriteOf({ duration }: Pick<EncodingSource, 'duration'>) {
  const every = Math.max(1, duration / 100);
  const count = Math.max(1, Math.floor(duration / every));
  return { every, columns: TILE.columns, rows: Math.ceil(count / TILE.columns) };
}
export function spriteArgs(source: EncodingSource, out: string): string[] {
  const { every, columns, rows } = spriteOf(source);
  const { width, height } = TILE;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`;
  // Decoding only key frames is accurate enough and costs a tenth.
  const skip = source.duration > 600 ? ['-skip_frame', 'nokey'] : [];
  return [
    ...skip,
    ...inputArgs(source),
    '-map',
    '0:v:0',
    '-an',
    '-vf',
    chain(`fps=1/${every.toFixed(3)}:round=up`, fit, toneMap(source), `tile=${columns}x${rows}`),
    '-frames:v',
    '1',
    '-f',
    'image2',
    out,
  ];
}

export type Planned = Rung & { name: string; list: string };
/**
 * Returns the encoder arguments for all renditions in one pass over the video: each is one file of
 * fragments with its playlist.
 */
export function ladderArgs(source: EncodingSource, rungs: readonly Planned[]): string[] {
  const { hasSound } = source;
  const { width, height } = rungs[0]!;
  const whole = chain(
    // Mapping the colours is slow, so it works on the largest rendition.
    source.isHdr ? `scale=${width}:${height}` : '',
    toneMap(source),
    stillPicture(source),
    `split=${rungs.length}`,
  );
  const pictures = `[0:v:0]${whole}${rungs.map((_, at) => `[p${at}]`).join('')};${rungs.map(({ width, height }, at) => `[p${at}]scale=${width}:${height},setsar=1,format=yuv420p[v${at}]`).join(';')}`;
  const sounds = hasSound
    ? `;[0:a:0]${LOUDNESS},asplit=${rungs.length}${rungs.map((_, at) => `[a${at}]`).join('')}`
    : '';
  const outputs = rungs.flatMap(({ crf, rate, name, list }, at) => [
    '-map',
    `[v${at}]`,
    ...(hasSound
      ? ['-map', `[a${at}]`, '-c:a', 'aac', '-b:a', at === 0 ? '160k' : '128k', '-ac', '2']
      : []),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-profile:v',
    'high',
    '-crf',
    String(crf),
    '-maxrate',
    `${rate}k`,
    '-bufsize',
    `${rate * 2}k`,
    '-force_key_frames',
    `expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
    '-sc_threshold',
    '0',
    '-fpsmax',
    '60',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-f',
    'hls',
    '-hls_time',
    String(SEGMENT_SECONDS),
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'single_file+independent_segments',
    '-hls_segment_filename',
    name,
    list,
  ]);
  return [...inputArgs(source), '-filter_complex', `${pictures}${sounds}`, ...outputs];
}

/** Writes the master playlist with all renditions and their measured bit rates. */
export async function writeMaster(
  folder: string,
  rungs: readonly Planned[],
  duration: number,
  hasSound: boolean,
  out: string,
): Promise<void> {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const { width, height, name, list } of rungs) {
    const { size } = await stat(join(folder, name));
    const average = Math.ceil((size * 8) / Math.max(duration, 1));
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${await peakOf(join(folder, list), average)},AVERAGE-BANDWIDTH=${average},RESOLUTION=${width}x${height},CODECS="avc1.64002a${hasSound ? ',mp4a.40.2' : ''}"`,
      list,
    );
  }
  await writeFile(join(folder, out), `${lines.join('\n')}\n`);
}
/** Returns the highest bit rate of a segment in a playlist, in bits per second. */
async function peakOf(path: string, atLeast: number): Promise<number> {
  const text = await readFile(path, 'utf8');
  const peaks = [...text.matchAll(/#EXTINF:([\d.]+),\s*#EXT-X-BYTERANGE:(\d+)/g)].map(
    ([, seconds, bytes]) => Math.ceil((Number(bytes) * 8) / Math.max(Number(seconds), 0.5)),
  );
  return Math.max(atLeast, ...peaks.slice(0, 50_000));
}
