import { IconVolume, IconVolume3 } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import type { Preference } from './player-memory.ts';
import styles from './player.module.css';

type VolumeControlProps = {
  preference: Preference;
  onMute: () => void;
  onVolume: (volume: number) => void;
};

/** The mute button and the volume. */
export function VolumeControl({ preference, onMute, onVolume }: VolumeControlProps) {
  return (
    <>
      <IconButton
        label={preference.isMuted ? 'Включить звук' : 'Выключить звук'}
        icon={preference.isMuted || preference.volume === 0 ? <IconVolume3 /> : <IconVolume />}
        className={styles.button}
        onClick={onMute}
      />
      <input
        type="range"
        className={styles.volume}
        aria-label="Громкость"
        min={0}
        max={1}
        step={0.05}
        value={preference.isMuted ? 0 : preference.volume}
        onChange={(event) => onVolume(Number(event.target.value))}
      />
    </>
  );
}
