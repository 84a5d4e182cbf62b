import type { Page } from '@playwright/test';

/**
 * Records a one-second video in the browser that browsers can really play: a red field with a
 * moving square.
 */
export async function makeVideo(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const brush = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(20), {
      mimeType: 'video/mp4;codecs=avc1.42E01E',
    });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    let step = 0;
    const timer = setInterval(() => {
      brush.fillStyle = '#c0302a';
      brush.fillRect(0, 0, 320, 180);
      brush.fillStyle = '#ffffff';
      brush.fillRect(step * 8, 60, 60, 60);
      step += 1;
      if (step > 24) recorder.stop();
    }, 50);
    recorder.start();
    await ended;
    clearInterval(timer);
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}
