import { useId } from 'react';
import type { LevelTest } from './use-level-test.ts';
import styles from './voice-settings.module.css';

/** Loudness is felt by its logarithm: from -60 dB to 0 dB. */
const [QUIETEST_DB, STEPS] = [-60, 100];
const placeOf = (level: number): number =>
  level <= 0 ? 0 : Math.max(0, Math.min(1, 1 - (20 * Math.log10(level)) / QUIETEST_DB));
const levelAt = (place: number): number =>
  place <= 0 ? 0 : 10 ** ((QUIETEST_DB * (1 - place)) / 20);

type LevelMeterProps = {
  test: LevelTest;
  /** From which loudness the member is heard; null while a key decides. */
  threshold: number | null;
  onThreshold: (threshold: number) => void;
};
/** How loud the microphone is now, and the mark from which the member is heard. */
export function LevelMeter({ test, threshold, onThreshold }: LevelMeterProps) {
  const id = useId();
  const level = test.stage === 'on' ? test.level : null;
  return (
    <div className={styles.meter}>
      <span className={styles.track} aria-hidden="true">
        <span
          className={styles.level}
          data-open={level?.isOpen === true || threshold === null}
          style={{ inlineSize: `${placeOf(level?.level ?? 0) * 100}%` }}
        />
      </span>
      {threshold === null ? null : (
        <>
          <input
            id={id}
            className={styles.threshold}
            type="range"
            min={0}
            max={STEPS}
            value={Math.round(placeOf(threshold) * STEPS)}
            onChange={(event) => onThreshold(levelAt(Number(event.target.value) / STEPS))}
          />
          <label htmlFor={id} className={styles.text}>
            {threshold === 0
              ? 'Порог: слышно всё. Сдвиньте вправо, чтобы шум комнаты не передавался.'
              : 'Порог: вас слышно, когда полоса громкости правее отметки.'}
          </label>
        </>
      )}
    </div>
  );
}
