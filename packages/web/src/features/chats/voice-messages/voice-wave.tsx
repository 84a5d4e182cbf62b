import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { duration } from '#lib/text/format.ts';
import styles from './voice-player.module.css';

const LINES = 44;
const STEP = 4;
const HEIGHT = 28;
/** Seconds that an arrow key skips. */
const SKIP = 5;

type VoiceWaveProps = {
  /** The current second. */
  at: number;
  seconds: number;
  peaks: readonly number[];
  onSeek: (moment: number) => void;
};
/** The waveform of a voice message. A click or a key seeks to a moment. */
export function VoiceWave({ at, seconds, peaks, onSeek }: VoiceWaveProps) {
  const wave = useRef<HTMLDivElement>(null);
  const lines = Array.from(
    { length: LINES },
    (_, line) => peaks[Math.floor((line * peaks.length) / LINES)] ?? 8,
  );
  const press = (event: PointerEvent) => {
    const { left, width } = wave.current!.getBoundingClientRect();
    onSeek(((event.clientX - left) / width) * seconds);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moment = {
      ArrowRight: at + SKIP,
      ArrowUp: at + SKIP,
      ArrowLeft: at - SKIP,
      ArrowDown: at - SKIP,
      Home: 0,
      End: seconds - 0.1,
    }[event.key];
    if (moment === undefined) return;
    event.preventDefault();
    onSeek(moment);
  };
  return (
    <div
      ref={wave}
      className={styles.wave}
      role="slider"
      tabIndex={0}
      aria-label="Перемотка"
      aria-valuemin={0}
      aria-valuemax={Math.round(seconds)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={`${duration(at)} из ${duration(seconds)}`}
      onPointerDown={press}
      onKeyDown={onKeyDown}
    >
      <svg
        viewBox={`0 0 ${LINES * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
        aria-hidden="true"
      >
        {lines.map((peak, line) => {
          const height = Math.max(3, (peak / 100) * HEIGHT);
          return (
            <rect
              key={line}
              className={at > 0 && line / LINES < at / seconds ? styles.heard : styles.line}
              x={line * STEP}
              y={(HEIGHT - height) / 2}
              width={2.6}
              height={height}
              rx={1.3}
            />
          );
        })}
      </svg>
    </div>
  );
}
