import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import type { ScreenQuality } from './publish.ts';
import styles from './screen-dialog.module.css';

const QUALITIES: { value: ScreenQuality; label: string; about: string }[] = [
  {
    value: 1080,
    label: 'Чёткий текст — 1080p, 15 кадров',
    about: 'Для документов, карт и настроек',
  },
  { value: 720, label: 'Плавно — 720p, 30 кадров', about: 'Для игр и видео' },
];
type ScreenDialogProps = {
  open: boolean;
  onClose: () => void;
  onChoice: (quality: ScreenQuality, withSound: boolean) => void;
};

/** Asks how to show the screen. What to show is asked by the browser. */
export function ScreenDialog({ open, onClose, onChoice }: ScreenDialogProps) {
  const [quality, setQuality] = useState<ScreenQuality>(720);
  const [withSound, setSound] = useState(true);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Показать экран"
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" onClick={() => onChoice(quality, withSound)}>
            Выбрать экран
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <div className={styles.qualities} role="radiogroup" aria-label="Качество">
          {QUALITIES.map(({ value, label, about }) => (
            <label key={value} className={styles.quality}>
              <input
                type="radio"
                name="screen-quality"
                checked={quality === value}
                onChange={() => setQuality(value)}
              />
              <span>
                {label}
                <span className={styles.about}>{about}</span>
              </span>
            </label>
          ))}
        </div>
        <Switch
          label="Со звуком"
          helpText="Звук вкладки передают Chrome, Edge и Яндекс Браузер, звук окна и всего экрана — не в каждой системе."
          checked={withSound}
          onChange={setSound}
        />
        <p className={styles.about}>
          Окно, вкладку или весь экран вы выберете в следующем окне браузера. Увидят их только те,
          кто в голосовой комнате.
        </p>
      </div>
    </Modal>
  );
}
