import { IconPlayerPlayFilled } from '#ui/icons.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { NextVideo } from './next-video.tsx';
import styles from './player.module.css';
import type { Playback } from './use-playback.ts';

type PlayerOverlaysProps = {
  state: Playback;
  isBroken: boolean;
  next: { title: string; go: () => void } | null;
  /** The next video starts automatically. */
  isAuto: boolean;
  onPlay: () => void;
};

/** What is shown over the picture: an error, a wait, the large play button, the next video. */
export function PlayerOverlays({ state, isBroken, next, isAuto, onPlay }: PlayerOverlaysProps) {
  return (
    <>
      {isBroken ? (
        <p className={styles.broken} role="alert">
          Этот браузер не может проиграть видео.
        </p>
      ) : null}
      {state.isWaiting && !isBroken ? (
        <span className={styles.waiting}>
          <Spinner label="Загружаем видео" size={48} />
        </span>
      ) : null}
      {!state.isPlaying && !state.isEnded && !isBroken && !state.isWaiting ? (
        <button type="button" className={styles.big} aria-label="Смотреть" onClick={onPlay}>
          <IconPlayerPlayFilled size={40} aria-hidden="true" />
        </button>
      ) : null}
      {state.isEnded && next !== null ? (
        <NextVideo title={next.title} isAuto={isAuto} onGo={next.go} />
      ) : null}
    </>
  );
}
