import { useEffect, useRef, useState } from 'react';
import { draw, place } from './crop-drawing.ts';
import { firstView, zoomView, type View } from './crop-view.ts';

/** Opens the picture, draws its visible part, and turns the wheel into zoom. */
export function useCropPicture(file: Blob, ratio: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [isBroken, setBroken] = useState(false);
  const [view, setView] = useState<View>({ x: 0, y: 0, span: 1 });

  useEffect(() => {
    let isGone = false;
    createImageBitmap(file).then(
      (bitmap) => {
        if (isGone) return bitmap.close();
        setPicture(bitmap);
        setView(firstView(bitmap, ratio));
      },
      () => setBroken(true),
    );
    return () => {
      isGone = true;
    };
  }, [file, ratio]);

  useEffect(() => {
    const element = canvas.current;
    if (element && picture) draw(element, picture, view, ratio);
  }, [picture, view, ratio]);

  // React's wheel listener is passive, so the page behind would scroll.
  useEffect(() => {
    const element = canvas.current;
    if (!element || !picture) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const at = place(element, event.clientX, event.clientY);
      setView((now) => zoomView(now, Math.exp(-event.deltaY / 400), at, picture, ratio));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [picture, ratio]);
  return { canvas, picture, setPicture, view, setView, isBroken, setBroken };
}
