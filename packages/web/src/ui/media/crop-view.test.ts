import { describe, expect, it } from 'vitest';
import { firstView, fitView, readZoom, spanOfZoom, zoomView } from './crop-view.ts';

const picture = { width: 1600, height: 1000 };

describe('Crop view', () => {
  it('starts with the largest part that fits, centred', () => {
    expect(firstView(picture, 1)).toEqual({ x: 800, y: 500, span: 1000 });
    expect(firstView(picture, 4)).toEqual({ x: 800, y: 500, span: 1600 });
  });

  it('never leaves an empty corner', () => {
    for (const ratio of [1, 920 / 220]) {
      for (const wish of [
        { x: -500, y: -500, span: 10 },
        { x: 9000, y: 9000, span: 400 },
        { x: 0, y: 1000, span: 9000 },
      ]) {
        const { x, y, span } = fitView(wish, picture, ratio);
        expect(x - span / 2).toBeGreaterThanOrEqual(-1e-9);
        expect(x + span / 2).toBeLessThanOrEqual(picture.width + 1e-9);
        expect(y - span / ratio / 2).toBeGreaterThanOrEqual(-1e-9);
        expect(y + span / ratio / 2).toBeLessThanOrEqual(picture.height + 1e-9);
      }
    }
  });

  it('zooming keeps the point under the pointer in place', () => {
    const before = { x: 800, y: 500, span: 600 };
    const at = { x: 0.25, y: 0.75 };
    const after = zoomView(before, 1.5, at, picture, 1);
    const point = (view: typeof before) => [
      view.x + view.span * (at.x - 0.5),
      view.y + view.span * (at.y - 0.5),
    ];
    expect(point(after)[0]).toBeCloseTo(point(before)[0]!, 6);
    expect(point(after)[1]).toBeCloseTo(point(before)[1]!, 6);
  });

  it('the slider and the view agree', () => {
    for (const zoom of [0, 0.3, 1])
      expect(readZoom({ x: 0, y: 0, span: spanOfZoom(zoom, picture, 1) }, picture, 1)).toBeCloseTo(
        zoom,
        9,
      );
  });
});
