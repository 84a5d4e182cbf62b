// Runs in a thread of its own, started by probe.ts; says one answer and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { FilePathSource, Input, MP3, MP4 } from 'mediabunny';
import type { Probed, ProbeRequest } from './probe.ts';

const CACHE_BYTES = 16 * 1024 * 1024;

async function look({ path, format }: ProbeRequest): Promise<Probed | null> {
  using input = new Input({ source: new FilePathSource(path, { maxCacheSize: CACHE_BYTES }), formats: [format === 'mp4' ? MP4 : MP3] });
  if (!(await input.canRead())) return null;
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const track = format === 'mp4' ? video : audio;
  if (track === null || (await track.getCodec()) === null) return null;
  // A film that was written while it was made does not know its length: it says nothing, 0, or the length of its first frame.
  const told = (await input.getDurationFromMetadata()) ?? 0;
  const duration = told >= 1 ? told : await input.computeDuration();
  const size = video === null ? { width: 0, height: 0 } : { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  return { ...size, duration: Math.round(duration * 1000) / 1000 };
}

parentPort?.postMessage(await look(workerData as ProbeRequest));
