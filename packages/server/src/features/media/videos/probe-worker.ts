// Runs in its own thread, started by probe.ts; sends one answer and exits.
import { parentPort, workerData } from 'node:worker_threads';
import { FilePathSource, Input, MATROSKA, MP3, MP4, QTFF, WEBM } from 'mediabunny';
import type { Probed, ProbeRequest } from './probe.ts';

const CACHE_BYTES = 16 * 1024 * 1024;
const FORMATS = { mp4: [MP4], mp3: [MP3], video: [MP4, QTFF, WEBM, MATROSKA] };

async function look({ path, format }: ProbeRequest): Promise<Probed | null> {
  using input = new Input({
    source: new FilePathSource(path, { maxCacheSize: CACHE_BYTES }),
    formats: FORMATS[format],
  });
  if (!(await input.canRead())) return null;
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const track = format === 'mp3' ? audio : video;
  if (track === null || (await track.getCodec()) === null) return null;
  // A video written as a live stream does not know its length: the metadata has no duration, 0, or
  // the length of its first frame.
  const notified = (await input.getDurationFromMetadata()) ?? 0;
  const duration = notified >= 1 ? notified : await input.computeDuration();
  const size =
    video === null
      ? { width: 0, height: 0 }
      : { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  const codecs =
    format === 'video'
      ? {
          picture: (await video?.getCodecParameterString()) ?? '',
          sound: audio === null ? '' : ((await audio.getCodec()) ?? 'unknown'),
        }
      : {};
  return { ...size, duration: Math.round(duration * 1000) / 1000, ...codecs };
}

parentPort?.postMessage(await look(workerData as ProbeRequest));
