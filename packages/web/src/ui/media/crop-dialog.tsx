import { IconMinus, IconPlus, IconRotateClockwise } from '#ui/icons.ts';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/forms/button.tsx';
import styles from './crop-dialog.module.css';
import { firstView, fitView, readZoom, spanOfZoom, zoomView, type View } from './crop-view.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';

type CropDialogProps = {
  /** The chosen picture; null means closed. */
  file: Blob | null;
  shape: 'avatar' | 'cover';
  onDone: (cut: Blob) => void;
  onClose: () => void;
  title?: string | undefined;
  busy?: boolean | undefined;
};

const OUTPUT = { avatar: { width: 800, height: 800 }, cover: { width: 1840, height: 440 } };

/** Crops a square or a cover out of a picture: by pointer, two fingers, wheel or keys. */
export function CropDialog({ file, shape, onDone, onClose, title, busy = false }: CropDialogProps) {
  return (
    <Modal
      open={file !== null}
      onClose={onClose}
      closeOnOutside={false}
      title={title ?? (shape === 'avatar' ? 'Фотография профиля' : 'Обложка')}
      size={shape === 'avatar' ? 'medium' : 'large'}
    >
      {file ? (
        <Cropper file={file} shape={shape} onDone={onDone} onClose={onClose} busy={busy} />
      ) : null}
    </Modal>
  );
}

function Cropper({
  file,
  shape,
  onDone,
  onClose,
  busy,
}: {
  file: Blob;
  shape: 'avatar' | 'cover';
  onDone: (cut: Blob) => void;
  onClose: () => void;
  busy: boolean;
}) {
  const output = OUTPUT[shape];
  const ratio = output.width / output.height;
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
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

  if (isBroken)
    return (
      <p role="alert" className={styles.broken}>
        Не получилось открыть картинку. Попробуйте другую.
      </p>
    );

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    const before = fingers.current.get(event.pointerId);
    if (!before || !picture) return;
    const now = { x: event.clientX, y: event.clientY };
    const scale = view.span / event.currentTarget.clientWidth;
    const others = Array.from(fingers.current).filter(([id]) => id !== event.pointerId);
    fingers.current.set(event.pointerId, now);
    const other = others[0]?.[1];
    if (!other) {
      setView(
        fitView(
          {
            ...view,
            x: view.x - (now.x - before.x) * scale,
            y: view.y - (now.y - before.y) * scale,
          },
          picture,
          ratio,
        ),
      );
      return;
    }
    const spread = (point: { x: number; y: number }) =>
      Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const at = place(event.currentTarget, (now.x + other.x) / 2, (now.y + other.y) / 2);
    setView(zoomView(view, spread(now) / spread(before), at, picture, ratio));
  }

  function press(event: KeyboardEvent) {
    if (!picture) return;
    const step = view.span / (event.shiftKey ? 6 : 30);
    const moves: Record<string, Partial<View>> = {
      ArrowLeft: { x: view.x - step },
      ArrowRight: { x: view.x + step },
      ArrowUp: { y: view.y - step },
      ArrowDown: { y: view.y + step },
    };
    const zooms: Record<string, number> = { '+': 1.15, '=': 1.15, '-': 1 / 1.15 };
    const move = moves[event.key];
    const zoom = zooms[event.key];
    if (!move && !zoom) return;
    event.preventDefault();
    setView(
      zoom
        ? zoomView(view, zoom, { x: 0.5, y: 0.5 }, picture, ratio)
        : fitView({ ...view, ...move }, picture, ratio),
    );
  }

  async function rotate() {
    if (!picture) return;
    const turned = new OffscreenCanvas(picture.height, picture.width);
    const pen = turned.getContext('2d')!;
    pen.translate(picture.height, 0);
    pen.rotate(Math.PI / 2);
    pen.drawImage(picture, 0, 0);
    const bitmap = await createImageBitmap(turned);
    setPicture(bitmap);
    setView(firstView(bitmap, ratio));
  }

  async function finish() {
    if (!picture) return;
    // Never larger than the source.
    const width = Math.round(Math.min(output.width, Math.max(view.span, 200)));
    const sheet = document.createElement('canvas');
    sheet.width = width;
    sheet.height = Math.round(width / ratio);
    cut(sheet.getContext('2d')!, picture, view, ratio, sheet.width, sheet.height);
    // A transparent picture stays transparent. Browsers that cannot encode WebP write PNG.
    const type =
      file.type === 'image/png' || file.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
    const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, type, 0.92));
    if (blob) onDone(blob);
    else setBroken(true);
  }

  const zoom = picture ? readZoom(view, picture, ratio) : 0;
  const zoomTo = (value: number) =>
    picture &&
    setView(fitView({ ...view, span: spanOfZoom(value, picture, ratio) }, picture, ratio));

  return (
    <>
      <div className={classNames(styles.stage, styles[shape])} style={{ aspectRatio: ratio }}>
        <canvas
          ref={canvas}
          className={styles.canvas}
          tabIndex={0}
          role="application"
          aria-label="Часть картинки, которая останется. Стрелки двигают, плюс и минус меняют размер."
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
          }}
          onPointerMove={drag}
          onPointerUp={(event) => fingers.current.delete(event.pointerId)}
          onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
          onKeyDown={press}
        />
        {picture ? null : <Spinner label="Открываем картинку" className={styles.wait} />}
      </div>
      <div className={styles.tools}>
        <IconButton
          label="Отдалить"
          icon={<IconMinus />}
          onClick={() => zoomTo(Math.max(0, zoom - 0.1))}
        />
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={1}
          step={0.01}
          value={zoom}
          aria-label="Размер"
          onChange={(event) => zoomTo(Number(event.target.value))}
        />
        <IconButton
          label="Приблизить"
          icon={<IconPlus />}
          onClick={() => zoomTo(Math.min(1, zoom + 0.1))}
        />
        <IconButton
          label="Повернуть"
          icon={<IconRotateClockwise />}
          onClick={() => void rotate()}
        />
      </div>
      <div className={styles.actions}>
        <Button onClick={onClose}>Отмена</Button>
        <Button variant="primary" busy={busy} disabled={!picture} onClick={() => void finish()}>
          Сохранить
        </Button>
      </div>
    </>
  );
}

function place(element: HTMLElement, x: number, y: number) {
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

function draw(element: HTMLCanvasElement, picture: ImageBitmap, view: View, ratio: number): void {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const width = Math.round(element.clientWidth * density);
  const height = Math.round(width / ratio);
  if (element.width !== width) element.width = width;
  if (element.height !== height) element.height = height;
  cut(element.getContext('2d')!, picture, view, ratio, width, height);
}
