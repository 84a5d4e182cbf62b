const PART = 0.1;
const TIMEOUT_MS = 8_000;

/** Returns a frame at one tenth of a video, or null if this browser cannot play it. */
export async function takeFrame(url: string): Promise<Blob | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  const received = (type: string) =>
    new Promise<boolean>((resolve) => {
      video.addEventListener(type, () => resolve(true), { once: true });
      video.addEventListener('error', () => resolve(false), { once: true });
      setTimeout(() => resolve(false), TIMEOUT_MS);
    });
  const loaded = received('loadeddata');
  video.src = url;
  try {
    if (!(await loaded) || video.videoWidth === 0) return null;
    const seeked = received('seeked');
    video.currentTime = Number.isFinite(video.duration) ? video.duration * PART : 0;
    if (!(await seeked)) return null;
    const canvas = document.createElement('canvas');
    const scale = Math.min(1, 1280 / Math.max(video.videoWidth, video.videoHeight));
    Object.assign(canvas, {
      width: Math.round(video.videoWidth * scale),
      height: Math.round(video.videoHeight * scale),
    });
    canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.9);
    });
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}
