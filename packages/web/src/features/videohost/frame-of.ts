const PART = 0.1;
const PATIENCE_MS = 8_000;

/** A frame of a film that this browser can play, a tenth into it; nothing of one that it cannot. */
export async function takeFrame(url: string): Promise<Blob | null> {
  const film = document.createElement('video');
  film.muted = true;
  film.preload = 'auto';
  const heard = (type: string) =>
    new Promise<boolean>((resolve) => {
      film.addEventListener(type, () => resolve(true), { once: true });
      film.addEventListener('error', () => resolve(false), { once: true });
      setTimeout(() => resolve(false), PATIENCE_MS);
    });
  const loaded = heard('loadeddata');
  film.src = url;
  try {
    if (!(await loaded) || film.videoWidth === 0) return null;
    const seeked = heard('seeked');
    film.currentTime = Number.isFinite(film.duration) ? film.duration * PART : 0;
    if (!(await seeked)) return null;
    const canvas = document.createElement('canvas');
    const scale = Math.min(1, 1280 / Math.max(film.videoWidth, film.videoHeight));
    Object.assign(canvas, {
      width: Math.round(film.videoWidth * scale),
      height: Math.round(film.videoHeight * scale),
    });
    canvas.getContext('2d')!.drawImage(film, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.9);
    });
  } finally {
    film.removeAttribute('src');
    film.load();
  }
}
