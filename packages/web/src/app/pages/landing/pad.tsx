import styles from './pad.module.css';

const SPARKS = [18, 31, 44, 58, 69, 82];

/** Draws the respawn point: a lit hexagon under a beam. */
export function Pad({ bursts = 0 }: { bursts?: number }) {
  return (
    <div className={styles.pad} aria-hidden="true">
      <div className={styles.beam} />
      <svg className={styles.plate} viewBox="0 0 220 56">
        <path
          d="M2 28 54 3h112l52 25-52 25H54z"
          fill="#1d2614"
          stroke="#c4f042"
          strokeWidth="3"
          strokeLinejoin="round"
        />
        <path
          d="M58 28 88 14h44l30 14-30 14H88z"
          fill="#c4f042"
          fillOpacity=".22"
          stroke="#c4f042"
          strokeOpacity=".6"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
      {/* A new key restarts the sparks. */}
      <svg key={bursts} className={styles.sparks} viewBox="0 0 100 100" preserveAspectRatio="none">
        {SPARKS.map((x) => (
          <rect
            key={x}
            className={styles.spark}
            x={x}
            y="92"
            width="2.4"
            height="2.4"
            fill="#c4f042"
          />
        ))}
      </svg>
    </div>
  );
}
