import { FILES } from '@respa/contract/limits';
import type { Outgoing } from './outbox-files.ts';

const EDGE = 1_280;
const TIMEOUT_MS = 6_000;

const happens = (target: EventTarget, name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    target.addEventListener(name, () => resolve(), { once: true, signal });
    target.addEventListener('error', () => reject(new Error('no frame')), { once: true, signal });
    signal.addEventListener('abort', () => reject(new Error('too slow')), { once: true });
  });
/**
 * Returns a frame from the beginning of a video as a JPEG, or null if this browser cannot draw one.
 */
async function makePoster(file: File): Promise<Blob | null> {
  const video = document.createElement('video');
  const src = URL.createObjectURL(file);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src });
    await happens(video, 'loadeddata', signal);
    // The very first frame is often black.
    video.currentTime = Math.min(1, video.duration / 10);
    await happens(video, 'seeked', signal);
    const scale = Math.min(1, EDGE / Math.max(video.videoWidth, video.videoHeight));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [
      Math.round(video.videoWidth * scale),
      Math.round(video.videoHeight * scale),
    ];
    canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.82);
    });
  } catch {
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(src);
  }
}
/**
 * Returns the videos with a poster frame for each video that has one. Those videos come first, so
 * that the indexes of both lists match. Posters that would exceed the size limit are omitted.
 */
export async function withPosters({
  pictures,
  videos,
}: Pick<Outgoing, 'pictures' | 'videos'>): Promise<{ videos: File[]; posters: Blob[] }> {
  if (videos.length === 0) return { videos, posters: [] };
  const made = await Promise.all(
    videos.map(async (video) => ({ video, poster: await makePoster(video) })),
  );
  const posters = made.flatMap(({ poster }) => poster ?? []);
  const total = [...pictures, ...videos, ...posters].reduce((sum, { size }) => sum + size, 0);
  if (total > FILES.chatTotal) return { videos, posters: [] };
  return {
    videos: made
      .sort((a, b) => Number(a.poster === null) - Number(b.poster === null))
      .map(({ video }) => video),
    posters,
  };
}
