import { dirname } from 'node:path';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { DEMUXERS, type Container } from './containers.ts';
import { askProbe } from './encoder.ts';
import { probe, type Probed } from './probe.ts';

/**
 * What is known of a video: display size in pixels (rotated, square pixels), 0 without a picture;
 * length in seconds to the millisecond; its first video codec as in RFC 6381 or by the encoder's
 * name ('' is unknown, null is no track) and its first audio codec by name.
 */
export type Description = Omit<Probed, 'picture' | 'sound'> & {
  picture: string | null;
  sound: string | null;
  /** HDR needs tone mapping. */
  isHdr: boolean;
};

/** Formats that the site's own reader knows; others are read by ffprobe alone. */
const OWN: ReadonlySet<Container> = new Set(['mp4', 'mov', 'webm', 'mkv']);
/** The transfer functions of HDR: PQ and HLG (ITU-R BT.2100). */
const HDR_TRANSFERS: ReadonlySet<string> = new Set(['smpte2084', 'arib-std-b67']);
const TIMEOUT_MS = 30_000;

/**
 * Reads the properties of a video without decoding it; null if it cannot be read. The boxes are
 * read first; a codec or container that this reader does not know is left to ffprobe, if there is
 * one.
 */
export async function describeVideo(
  context: AppContext,
  path: string,
  container: Container,
): Promise<Description | null> {
  const found = OWN.has(container) ? await probe({ path, format: 'video' }) : null;
  if (found !== null && found.picture !== '' && found.duration > 0)
    return { ...found, isHdr: false };
  return (
    (await describeByProgram(context, path, container)) ??
    (found === null ? null : { ...found, isHdr: false })
  );
}

/**
 * Returns what an encoding needs to know of a video: whether it has sound and is HDR, and by how
 * many seconds its sound outlasts its picture. Never fails: what cannot be read counts as absent.
 */
export async function describeForEncoding(
  context: AppContext,
  path: string,
  container: Container,
): Promise<{ hasSound: boolean; isHdr: boolean; stillSeconds: number }> {
  const boxes = OWN.has(container)
    ? await probe({ path, format: 'video', withEnds: true }).catch(() => null)
    : null;
  const described = await describeByProgram(context, path, container);
  const { picture = 0, sound = 0 } = boxes?.ends ?? {};
  return {
    hasSound: ((described ?? boxes)?.sound ?? null) !== null,
    isHdr: described?.isHdr === true,
    stillSeconds: Math.max(0, sound - picture),
  };
}

type Stream = {
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  duration?: string;
  color_transfer?: string;
  side_data_list?: { rotation?: number }[];
};

/** Reads the properties of a video with ffprobe; null without it, or if it cannot read the file. */
export async function describeByProgram(
  context: AppContext,
  path: string,
  container: Container,
): Promise<Description | null> {
  const text = await askProbe(context, {
    args: [
      ...'-v error -protocol_whitelist file -f'.split(' '),
      DEMUXERS[container],
      '-show_streams',
      '-show_format',
      '-of',
      'json',
      path,
    ],
    folder: dirname(path),
    timeoutMs: TIMEOUT_MS,
    stopping: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (text === null) return null;
  const { streams = [], format } = JSON.parse(text) as {
    streams?: Stream[];
    format?: { duration?: string };
  };
  const first = (type: string) => streams.find(({ codec_type: kind }) => kind === type);
  const [video, audio] = [first('video'), first('audio')];
  const duration = Number(format?.duration ?? video?.duration ?? audio?.duration ?? 0);
  return {
    ...sizeOf(video),
    duration: Number.isFinite(duration) ? Math.round(duration * 1000) / 1000 : 0,
    picture: codecOf(video),
    sound: codecOf(audio),
    isHdr: HDR_TRANSFERS.has(video?.color_transfer ?? ''),
  };
}

const codecOf = (stream: Stream | undefined): string | null =>
  stream === undefined ? null : (stream.codec_name ?? 'unknown').replace(/^unknown$|^none$/, '');

function sizeOf(stream: Stream | undefined): { width: number; height: number } {
  const { width = 0, height = 0, sample_aspect_ratio: aspect, side_data_list: data } = stream ?? {};
  const [across, down] = (aspect ?? '1:1').split(':').map(Number);
  const wide = across! > 0 && down! > 0 ? (width * across!) / down! : width;
  const turned = (data ?? []).some(({ rotation }) => Math.abs(rotation ?? 0) % 180 === 90);
  return turned ? { width: height, height: wide } : { width: wide, height };
}
