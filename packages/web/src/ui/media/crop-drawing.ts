import type { View } from './crop-view.ts';

/** Returns a point of the page in parts of the element. */
export function place(element: HTMLElement, x: number, y: number) {
  const box = element.getBoundingClientRect();
  return { x: (x - box.left) / box.width, y: (y - box.top) / box.height };
}

function cut(
  pen: CanvasRenderingContext2D,
  picture: ImageBitmap,
  view: View,
  ratio: number,
  width: number,
  height: number,
): void {
  const spanHeight = view.span / ratio;
  pen.imageSmoothingQuality = 'high';
  pen.clearRect(0, 0, width, height);
  pen.drawImage(
    picture,
    view.x - view.span / 2,
    view.y - spanHeight / 2,
    view.span,
    spanHeight,
    0,
    0,
    width,
    height,
  );
}

export function draw(
  element: HTMLCanvasElement,
  picture: ImageBitmap,
  view: View,
  ratio: number,
): void {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const width = Math.round(element.clientWidth * density);
  const height = Math.round(width / ratio);
  if (element.width !== width) element.width = width;
  if (element.height !== height) element.height = height;
  cut(element.getContext('2d')!, picture, view, ratio, width, height);
}

/** Returns the picture turned clockwise by a quarter. */
export async function turnPicture(picture: ImageBitmap): Promise<ImageBitmap> {
  const turned = new OffscreenCanvas(picture.height, picture.width);
  const pen = turned.getContext('2d')!;
  pen.translate(picture.height, 0);
  pen.rotate(Math.PI / 2);
  pen.drawImage(picture, 0, 0);
  return await createImageBitmap(turned);
}

type Output = { width: number; height: number };
/** Returns the visible part of the picture as a file of the type that suits the source. */
export async function encodeCut(
  picture: ImageBitmap,
  view: View,
  output: Output,
  source: Blob,
): Promise<Blob | null> {
  const ratio = output.width / output.height;
  // Never larger than the source.
  const width = Math.round(Math.min(output.width, Math.max(view.span, 200)));
  const sheet = document.createElement('canvas');
  sheet.width = width;
  sheet.height = Math.round(width / ratio);
  cut(sheet.getContext('2d')!, picture, view, ratio, sheet.width, sheet.height);
  // A transparent picture stays transparent. Browsers that cannot encode WebP write PNG.
  const type =
    source.type === 'image/png' || source.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
  return await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, type, 0.92));
}
