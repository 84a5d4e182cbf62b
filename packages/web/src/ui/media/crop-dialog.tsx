import { classNames } from '#lib/browser/class-names.ts';
import { Button } from '#ui/forms/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { CropTools } from './crop-tools.tsx';
import { encodeCut, turnPicture } from './crop-drawing.ts';
import { useCropGestures } from './use-crop-gestures.ts';
import { useCropPicture } from './use-crop-picture.ts';
import { firstView, fitView, readZoom, spanOfZoom } from './crop-view.ts';
import styles from './crop-dialog.module.css';

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

type CropperProps = Pick<CropDialogProps, 'shape' | 'onDone' | 'onClose'> & {
  file: Blob;
  busy: boolean;
};
function Cropper({ file, shape, onDone, onClose, busy }: CropperProps) {
  const output = OUTPUT[shape];
  const ratio = output.width / output.height;
  const { canvas, picture, setPicture, view, setView, isBroken, setBroken } = useCropPicture(
    file,
    ratio,
  );
  const gestures = useCropGestures({ picture, view, setView, ratio });

  if (isBroken)
    return (
      <p role="alert" className={styles.broken}>
        Не получилось открыть картинку. Попробуйте другую.
      </p>
    );

  async function rotate() {
    if (!picture) return;
    const bitmap = await turnPicture(picture);
    setPicture(bitmap);
    setView(firstView(bitmap, ratio));
  }

  async function finish() {
    if (!picture) return;
    const blob = await encodeCut(picture, view, output, file);
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
          {...gestures}
        />
        {picture ? null : <Spinner label="Открываем картинку" className={styles.wait} />}
      </div>
      <CropTools zoom={zoom} onZoom={zoomTo} onRotate={() => void rotate()} />
      <div className={styles.actions}>
        <Button onClick={onClose}>Отмена</Button>
        <Button variant="primary" busy={busy} disabled={!picture} onClick={() => void finish()}>
          Сохранить
        </Button>
      </div>
    </>
  );
}
