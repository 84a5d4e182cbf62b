import { stat } from 'node:fs/promises';
import { DEMUXERS, type Container } from './containers.ts';
import { EncoderBroke } from './encoder.ts';

/**
 * Maps HDR to the colours of ordinary screens. Mobius keeps the saturated colours that other curves
 * darken; 100 cd/m² is the white of SDR (ITU-R BT.1886).
 */
const TONE_MAP =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=mobius:desat=0,' +
  'zscale=t=bt709:m=bt709:r=tv,format=yuv420p';
/** Frames per second of a picture that stands still while the sound goes on, a song's cover. */
const STILL_RATE = 5;
/** Seconds. A shorter picture under a longer sound is a cover. */
const SHORT_SECONDS = 2;

/**
 * A video to encode. `isHdr`: its colours are mapped. `stillSeconds`: its sound lasts longer than
 * its picture, whose last frame is repeated.
 */
export type EncodingSource = {
  path: string;
  container: Container;
  width: number;
  height: number;
  duration: number;
  hasSound: boolean;
  isHdr: boolean;
  stillSeconds: number;
};
/**
 * The loudness that streaming services use (EBU R 128), so that no video is much louder than
 * another.
 */
export const LOUDNESS = 'loudnorm=I=-16:TP=-1.5:LRA=11,aresample=48000';
/**
 * Only files may be opened, and only by the demuxer that matches the file's content: a playlist of
 * other files disguised as a video is not opened.
 */
export const inputArgs = ({ path, container }: EncodingSource): string[] => [
  '-protocol_whitelist',
  'file',
  '-f',
  DEMUXERS[container],
  '-i',
  path,
];

/** Joins filters; those that are '' are left out. */
export const chain = (...filters: string[]): string =>
  filters.filter((one) => one !== '').join(',');
export const toneMap = ({ isHdr }: EncodingSource): string => (isHdr ? TONE_MAP : '');

/** The poster frame: at a second of the video, or the first frame. */
export const posterArgs = (source: EncodingSource, second: number, out: string): string[] => [
  ...(second > 0 ? ['-ss', second.toFixed(3)] : []),
  ...inputArgs(source),
  '-map',
  '0:v:0',
  '-frames:v',
  '1',
  '-vf',
  chain("scale='min(1280,iw)':-2", toneMap(source)),
  '-f',
  'image2',
  out,
];
/** Repeats the last frame while the sound goes on; players stop at the end of either. */
export const stillPicture = ({ stillSeconds, duration }: EncodingSource): string =>
  stillSeconds < 1
    ? ''
    : chain(
        duration - stillSeconds < SHORT_SECONDS ? `fps=${STILL_RATE}` : '',
        `tpad=stop_mode=clone:stop_duration=${stillSeconds.toFixed(3)}`,
      );

/** The versions to try: an encoder without the filter for HDR still encodes, in paler colours. */
export const withoutHdr = (source: EncodingSource): EncodingSource[] =>
  source.isHdr ? [source, { ...source, isHdr: false }] : [source];
/** The versions of a whole video to try: last without the sound, if that cannot be decoded. */
export const withoutSound = (source: EncodingSource): EncodingSource[] =>
  withoutHdr(source).concat(
    source.hasSound ? [{ ...source, isHdr: false, hasSound: false, stillSeconds: 0 }] : [],
  );

/**
 * Tries versions in order, and returns the first that succeeds. Only what the content is to blame
 * for is tried in another version. Throws the last error; when the server stops, its reason.
 */
export async function tryVersions<Version>(
  versions: readonly Version[],
  attempt: (version: Version) => Promise<void>,
  stopping: AbortSignal,
): Promise<Version> {
  let last: unknown;
  for (const version of versions)
    try {
      await attempt(version);
      return version;
    } catch (error) {
      stopping.throwIfAborted();
      last = error;
      if (!(error instanceof EncoderBroke && error.isContent)) break;
    }
  throw last;
}

/** Throws `EncoderBroke` if the encoder exited without an error and without a file. */
export async function assertMade(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) === null) throw new EncoderBroke('no file', true);
}
