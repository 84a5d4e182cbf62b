// The arithmetic of cropping a picture to a frame. Lengths are in pixels of the picture; the frame
// shows the part around `x, y`.

export type Size = { width: number; height: number };
/** The middle of the visible part, and how many picture pixels one frame width covers. */
export type View = { x: number; y: number; span: number };

/**
 * The zoom limit: the visible part is never narrower than this share of the widest one that fits.
 */
const CLOSEST = 1 / 8;

export function widestSpan(picture: Size, ratio: number): number {
  return Math.min(picture.width, picture.height * ratio);
}

/** Returns the view nearest to the requested one that leaves no empty corner. */
export function fitView(view: View, picture: Size, ratio: number): View {
  const widest = widestSpan(picture, ratio);
  const span = Math.min(widest, Math.max(widest * CLOSEST, view.span));
  const halfWidth = span / 2;
  const halfHeight = span / ratio / 2;
  return {
    span,
    x: Math.min(picture.width - halfWidth, Math.max(halfWidth, view.x)),
    y: Math.min(picture.height - halfHeight, Math.max(halfHeight, view.y)),
  };
}

export function firstView(picture: Size, ratio: number): View {
  return fitView({ x: picture.width / 2, y: picture.height / 2, span: Infinity }, picture, ratio);
}

/** Zooms by a factor and keeps the picture point under a point of the frame (0…1, 0…1) in place. */
export function zoomView(
  view: View,
  factor: number,
  at: { x: number; y: number },
  picture: Size,
  ratio: number,
): View {
  const span = fitView({ ...view, span: view.span / factor }, picture, ratio).span;
  const shift = view.span - span;
  return fitView(
    { span, x: view.x + shift * (at.x - 0.5), y: view.y + (shift * (at.y - 0.5)) / ratio },
    picture,
    ratio,
  );
}

/** Returns the slider's value: 0 shows the largest part, 1 is the closest zoom. */
export function readZoom(view: View, picture: Size, ratio: number): number {
  return Math.log(widestSpan(picture, ratio) / view.span) / Math.log(1 / CLOSEST);
}

export function spanOfZoom(zoom: number, picture: Size, ratio: number): number {
  return widestSpan(picture, ratio) * CLOSEST ** zoom;
}
