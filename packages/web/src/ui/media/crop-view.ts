// The arithmetic of cutting a frame out of a picture. Lengths are in pixels of the picture; the frame shows the part around `x, y`.

export type Size = { width: number; height: number };
/** The middle of the part that is shown, and how many picture pixels one frame width holds. */
export type View = { x: number; y: number; span: number };

/** How far one may zoom in: the part shown is never narrower than this share of what fits. */
const CLOSEST = 1 / 8;

export function widestSpan(picture: Size, ratio: number): number {
  return Math.min(picture.width, picture.height * ratio);
}

/** The view nearest to the one asked for that leaves no empty corner. */
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

/** Zooms by a factor and keeps what lies under a point of the frame (0…1, 0…1) where it is. */
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

/** 0 is all of it, 1 is as near as one may; for the slider. */
export function readZoom(view: View, picture: Size, ratio: number): number {
  return Math.log(widestSpan(picture, ratio) / view.span) / Math.log(1 / CLOSEST);
}

export function spanOfZoom(zoom: number, picture: Size, ratio: number): number {
  return widestSpan(picture, ratio) * CLOSEST ** zoom;
}
