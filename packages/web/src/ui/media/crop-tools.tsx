import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconMinus, IconPlus, IconRotateClockwise } from '#ui/icons.ts';
import styles from './crop-dialog.module.css';

type CropToolsProps = {
  /** From 0 to 1. */
  zoom: number;
  onZoom: (zoom: number) => void;
  onRotate: () => void;
};
/** Zooms and turns the picture being cropped. */
export function CropTools({ zoom, onZoom, onRotate }: CropToolsProps) {
  return (
    <div className={styles.tools}>
      <IconButton
        label="Отдалить"
        icon={<IconMinus />}
        onClick={() => onZoom(Math.max(0, zoom - 0.1))}
      />
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={1}
        step={0.01}
        value={zoom}
        aria-label="Размер"
        onChange={(event) => onZoom(Number(event.target.value))}
      />
      <IconButton
        label="Приблизить"
        icon={<IconPlus />}
        onClick={() => onZoom(Math.min(1, zoom + 0.1))}
      />
      <IconButton label="Повернуть" icon={<IconRotateClockwise />} onClick={onRotate} />
    </div>
  );
}
