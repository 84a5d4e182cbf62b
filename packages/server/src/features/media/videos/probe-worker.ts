// Runs in its own thread, started by probe.ts; sends one answer and exits.
import { parentPort, workerData } from 'node:worker_threads';
import { ADTS, FilePathSource, Input, MATROSKA, MP3, MP4, OGG, QTFF, WEBM } from 'mediabunny';
import type { Probed, ProbeRequest } from './probe.ts';

const CACHE_BYTES = 16 * 1024 * 1024;
/** Longer than any recording; the largest number of an MP4 is a day at 48,000 units per second. */
const UNKNOWN_SECONDS = 24 * 3600;
const FORMATS = { sound: [MP3, MP4, OGG, WEBM, ADTS], video: [MP4, QTFF, WEBM, MATROSKA] };

async function look({ path, format, withEnds = false }: ProbeRequest): Promise<Probed | null> {
  using input = new Input({
    source: new FilePathSource(path, { maxCacheSize: CACHE_BYTES }),
    formats: FORMATS[format],
  });
  if (!(await input.canRead())) return null;
  // The first tracks are the ones that a served file keeps.
  const [video] = await input.getVideoTracks();
  const [audio] = await input.getAudioTracks();
  // A video written as a live stream does not know its length: the metadata has no duration, 0, the
  // length of its first frame, or the largest number.
  const notified = (await input.getDurationFromMetadata()) ?? 0;
  const isKnown = notified >= 1 && notified < UNKNOWN_SECONDS;
  const duration = isKnown ? notified : await input.computeDuration();
  const picture = video === undefined ? null : await video.getCodec();
  const size =
    video === undefined
      ? { width: 0, height: 0 }
      : { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  return {
    ...size,
    duration: Math.round(duration * 1000) / 1000,
    picture:
      video === undefined
        ? null
        : picture === null
          ? ''
          : ((await video.getCodecParameterString()) ?? picture),
    sound: audio === undefined ? null : ((await audio.getCodec()) ?? ''),
    ...(withEnds
      ? {
          ends: {
            picture: (await video?.computeDuration()) ?? 0,
            sound: (await audio?.computeDuration()) ?? 0,
          },
        }
      : {}),
  };
}

parentPort?.postMessage(await look(workerData as ProbeRequest));
