import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The path of this machine's encoder, if there is one. */
export const ENCODER = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'ffmpeg'))
  .find((path) => existsSync(path) && spawnSync(path, ['-version']).status === 0);

export type ClipOptions = {
  seconds?: number;
  width?: number;
  height?: number;
  container?: 'mp4' | 'webm';
  sound?: boolean;
};
const made = new Map<string, Buffer>();
/** Generates a clip of moving bars and a tone, as a camera would record it. */
export function makeClip({
  seconds = 4,
  width = 640,
  height = 360,
  container = 'mp4',
  sound = true,
}: ClipOptions = {}): Buffer {
  const key = JSON.stringify([seconds, width, height, container, sound]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'respa-clip-'));
  const path = join(folder, `clip.${container}`);
  const codecs =
    container === 'mp4'
      ? [
          '-c:v',
          'libx264',
          '-preset',
          'ultrafast',
          '-pix_fmt',
          'yuv420p',
          ...(sound ? ['-c:a', 'aac'] : []),
        ]
      : [
          '-c:v',
          'libvpx',
          '-deadline',
          'realtime',
          '-cpu-used',
          '8',
          ...(sound ? ['-c:a', 'libopus'] : []),
        ];
  try {
    execFileSync(ENCODER!, [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `testsrc2=size=${width}x${height}:rate=25:duration=${seconds}`,
      ...(sound ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`] : []),
      ...codecs,
      path,
    ]);
    made.set(key, readFileSync(path));
    return made.get(key)!;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
/** Generates a video with the encoder's own arguments; the extension decides the container. */
export function makeVideo(extension: string, args: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'respa-clip-'));
  const path = join(folder, `clip.${extension}`);
  try {
    execFileSync(ENCODER!, ['-v', 'error', ...args, path]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
export const clipBlob = (options: ClipOptions = {}): Blob =>
  new Blob([Uint8Array.from(makeClip(options))]);
