import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { duration as lengthOf } from '#lib/text/format.ts';
import type { Video, VideoMoment } from '../../api.ts';
import styles from './seek-bar.module.css';
import { SeekTip } from './seek-tip.tsx';

type SeekBarProps = {
  video: Pick<Video, 'sprite'>;
  second: number;
  length: number;
  buffered: number;
  moments: readonly VideoMoment[];
  onSeek: (second: number) => void;
};
const STEP = 5;

/** Returns the second that a key seeks to; undefined for other keys. */
const secondOfKey = (key: string, second: number, length: number): number | undefined =>
  ({
    ArrowLeft: second - STEP,
    ArrowRight: second + STEP,
    ArrowDown: second - STEP,
    ArrowUp: second + STEP,
    PageDown: second - 60,
    PageUp: second + 60,
    Home: 0,
    End: length,
  })[key];

/**
 * The seek bar: press or drag to any second, with a preview picture and the moments that others
 * pinned.
 */
export function SeekBar({ video, second, length, buffered, moments, onSeek }: SeekBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const secondAt = (x: number): number => {
    const { left, width } = bar.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (x - left) / width)) * length;
  };
  const point = (event: PointerEvent) => {
    const at = secondAt(event.clientX);
    setPointed(at);
    if (event.buttons === 1) onSeek(at);
  };
  const press = (event: PointerEvent) => {
    bar.current!.setPointerCapture(event.pointerId);
    onSeek(secondAt(event.clientX));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = secondOfKey(event.key, second, length);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.min(length, Math.max(0, to)));
  };
  const share = (seconds: number) =>
    `${length === 0 ? 0 : Math.min(100, (seconds / length) * 100)}%`;
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="slider"
      tabIndex={0}
      aria-label="Перемотка"
      aria-valuemin={0}
      aria-valuemax={Math.floor(length)}
      aria-valuenow={Math.floor(second)}
      aria-valuetext={`${lengthOf(second)} из ${lengthOf(length)}`}
      onPointerDown={press}
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
      onKeyDown={onKeyDown}
    >
      <span className={styles.track} />
      <span className={styles.loaded} style={{ width: share(buffered) }} />
      <span className={styles.done} style={{ width: share(second) }} />
      {moments.map(({ _id, second: at }) => (
        <span key={_id} className={styles.moment} data-moment={at} style={{ left: share(at) }} />
      ))}
      <span className={styles.knob} style={{ left: share(second) }} />
      {pointed === null ? null : (
        <SeekTip
          second={pointed}
          left={share(pointed)}
          sprite={video.sprite}
          moment={moments.find(
            (moment) => Math.abs(moment.second - pointed) <= Math.max(1, length / 100),
          )}
        />
      )}
    </div>
  );
}
