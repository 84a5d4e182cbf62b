import { duration } from '#lib/text/format.ts';
import styles from './voice-bar.module.css';

/** The live level and the time of a recording. */
export function VoiceLevels({ levels, seconds }: { levels: readonly number[]; seconds: number }) {
  return (
    <div className={styles.live}>
      <span className="visually-hidden" role="status">
        Идёт запись
      </span>
      <span className={styles.dot} />
      <span className={styles.time} role="timer">
        {duration(seconds)}
      </span>
      <span className={styles.levels} aria-hidden="true">
        {levels.map((level, at) => (
          <i key={at} style={{ height: Math.max(3, Math.min(28, level * 40)) }} />
        ))}
      </span>
    </div>
  );
}
