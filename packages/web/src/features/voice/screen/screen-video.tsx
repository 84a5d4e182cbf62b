import { useEffect, useRef, useState, type ReactNode } from 'react';
import { showToast } from '#ui/feedback/toasts.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconPictureInPicture,
  IconVolume,
  IconVolume3,
  IconX,
} from '#ui/icons.ts';
import type { VoiceScreen } from '../api.ts';
import { canBeApart, dropApart, muteApart, renewApart, toggleApart } from './apart.ts';
import styles from './screen-stage.module.css';
import { useFullScreen } from './use-full-screen.ts';
import { useWatching } from './use-watching.ts';

type ScreenVideoProps = {
  roomId: string;
  shown: VoiceScreen;
  name: string;
  /** The member hears nobody, and so not the screen either. */
  isDeaf: boolean;
  isInside: boolean;
  onClose: () => void;
  /** The button that ends the screen for all. */
  end: ReactNode;
};

/** The video of a shared screen with its controls. */
export function ScreenVideo({
  roomId,
  shown,
  name,
  isDeaf,
  isInside,
  onClose,
  end,
}: ScreenVideoProps) {
  const box = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [isMuted, setMuted] = useState(false);
  const watching = useWatching({ roomId, screenId: shown.id, attempt, isInside });
  const stream = watching.status === 'seen' ? watching.stream : null;
  const { isFull, toggleFull } = useFullScreen(box, video);
  const [drawn, setDrawn] = useState<MediaStream | null>(null);
  useEffect(() => {
    const clip = video.current!;
    clip.srcObject = stream;
    if (stream !== null) renewApart(stream);
    // A browser that forbids sound without a press shows the picture at least.
    if (stream !== null)
      clip.play().catch((error: Error) => {
        if (error.name === 'NotAllowedError') setMuted(true);
      });
  }, [stream]);
  useEffect(() => muteApart(isMuted || isDeaf), [isMuted, isDeaf]);
  const apart = () =>
    toggleApart(stream!).catch(() =>
      showToast('Сейчас показать картинку в картинке нельзя', { tone: 'bad' }),
    );
  return (
    <section ref={box} className={styles.stage} aria-label={`Экран: ${name}`} data-full={isFull}>
      <div className={styles.picture}>
        <video
          ref={video}
          className={styles.video}
          autoPlay
          playsInline
          muted={isMuted || isDeaf}
          aria-label={`Экран, который показывает ${name}`}
          onPlaying={() => setDrawn(stream)}
          onDoubleClick={toggleFull}
        />
        {watching.status === 'failed' ? (
          <div className={styles.cover} role="alert">
            <p>{watching.sentence}</p>
            <Button size="small" onClick={() => setAttempt(attempt + 1)}>
              Попробовать снова
            </Button>
          </div>
        ) : stream === null || drawn !== stream ? (
          <div className={styles.cover} role="status">
            <Spinner size={28} />
            <p>Загружаем экран…</p>
          </div>
        ) : null}
      </div>
      <div className={styles.bar}>
        <span className={styles.words}>
          Экран показывает <b className={styles.name}>{name}</b>
        </span>
        {end}
        {shown.hasSound && !isDeaf ? (
          <IconButton
            label={isMuted ? 'Включить звук экрана' : 'Выключить звук экрана'}
            aria-pressed={isMuted}
            icon={isMuted ? <IconVolume3 /> : <IconVolume />}
            onClick={() => setMuted(!isMuted)}
          />
        ) : null}
        {canBeApart() ? (
          <IconButton
            label="Картинка в картинке"
            icon={<IconPictureInPicture />}
            disabled={stream === null}
            onClick={() => void apart()}
          />
        ) : null}
        <IconButton
          label={isFull ? 'Свернуть' : 'На весь экран'}
          icon={isFull ? <IconArrowsMinimize /> : <IconArrowsMaximize />}
          onClick={toggleFull}
        />
        <IconButton
          label="Не смотреть"
          icon={<IconX />}
          onClick={() => {
            dropApart();
            onClose();
          }}
        />
      </div>
    </section>
  );
}
