import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '#ui/icons.ts';
import { duration } from '#lib/format.ts';
import { addVoice, changeSpeed, seekVoice, toggleVoice, usePlayback } from './voice-playback.ts';
import styles from './voice-player.module.css';

const LINES = 44;
const STEP = 4;
const HEIGHT = 28;
/** Seconds that an arrow key skips. */
const SKIP = 5;

type VoicePlayerProps = {
  id: string;
  src: string;
  place: number;
  seconds: number;
  peaks: readonly number[];
  label: string;
};

/** A voice message player: its waveform seeks to any moment, by click and by keys. */
export function VoicePlayer({ id, src, place: index, seconds, peaks, label }: VoicePlayerProps) {
  const playback = usePlayback();
  const wave = useRef<HTMLDivElement>(null);
  useEffect(() => addVoice({ id, src, place: index }), [id, src, index]);
  const isOn = playback.id === id;
  const isPlaying = isOn && playback.isPlaying;
  const at = isOn ? Math.min(playback.seconds, seconds) : 0;
  const speed = `${playback.speed}×`;
  const lines = Array.from(
    { length: LINES },
    (_, line) => peaks[Math.floor((line * peaks.length) / LINES)] ?? 8,
  );
  const goTo = (moment: number) => seekVoice(id, Math.max(0, Math.min(seconds, moment)));
  const press = (event: PointerEvent) => {
    const { left, width } = wave.current!.getBoundingClientRect();
    goTo(((event.clientX - left) / width) * seconds);
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
    goTo(moment);
  };
  return (
    <div
      className={styles.voice}
      role="group"
      aria-label={label}
      data-voice={isPlaying ? 'playing' : 'still'}
    >
      <button
        type="button"
        className={styles.play}
        aria-label={isPlaying ? 'Пауза' : 'Слушать'}
        onClick={() => toggleVoice(id)}
      >
        {isPlaying ? (
          <IconPlayerPauseFilled size={20} aria-hidden="true" />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden="true" />
        )}
      </button>
      <div className={styles.side}>
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
        <div className={styles.foot}>
          <span>
            {isOn && at > 0 ? `${duration(at)} / ${duration(seconds)}` : duration(seconds)}
          </span>
          <button
            type="button"
            className={styles.speed}
            aria-label={`Скорость ${speed}`}
            title="Скорость"
            onClick={changeSpeed}
          >
            {speed}
          </button>
        </div>
      </div>
    </div>
  );
}
