import { useEffect, useRef, useState } from 'react';
import { IconPlayerStopFilled, IconSend2, IconTrash, IconX } from '#ui/icons.ts';
import { classNames } from '#lib/class-names.ts';
import { duration } from '#lib/format.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { pauseVoice } from './voice-playback.ts';
import { VoicePlayer } from './voice-player.tsx';
import { refusalOf, startRecording, type Recording, type Voice } from './voice-recorder.ts';
import styles from './voice-bar.module.css';

const SHOWN_LEVELS = 90;
type Stage =
  | { name: 'asking' }
  | { name: 'recording' }
  | { name: 'ending' }
  | { name: 'ready'; voice: Voice; src: string }
  | { name: 'failed'; reason: string };

/**
 * Replaces the field while a voice message is recorded: first the live level and time, then
 * playback, then sending.
 */
export function VoiceBar({
  onSend,
  onClose,
}: {
  onSend: (voice: Voice) => void;
  onClose: () => void;
}) {
  const [stage, setStage] = useState<Stage>({ name: 'asking' });
  const [received, setHeard] = useState<{ levels: number[]; seconds: number }>({
    levels: [],
    seconds: 0,
  });
  const recording = useRef<Recording>(undefined);
  const stop = useRef<HTMLButtonElement>(null);
  const isBusy = useRef(false);

  const finish = async (): Promise<Voice | null> => {
    if (isBusy.current || recording.current === undefined) return null;
    isBusy.current = true;
    setStage({ name: 'ending' });
    try {
      const voice = await recording.current.finish();
      if (voice === null)
        setStage({ name: 'failed', reason: 'Микрофон молчит. Попробуйте ещё раз.' });
      return voice;
    } catch (error) {
      setStage({ name: 'failed', reason: refusalOf(error) });
      return null;
    }
  };
  const listen = async () => {
    const voice = await finish();
    if (voice !== null) setStage({ name: 'ready', voice, src: URL.createObjectURL(voice.file) });
  };
  const end = useRef(listen);
  useEffect(() => {
    end.current = listen;
  });
  useEffect(() => {
    let isGone = false;
    pauseVoice();
    for (const video of document.querySelectorAll('video')) video.pause();
    const onLevel = (level: number, seconds: number) =>
      setHeard(({ levels }) => ({ levels: [...levels.slice(1 - SHOWN_LEVELS), level], seconds }));
    startRecording({ onLevel, onEnd: () => void end.current() }).then(
      (begun) => {
        if (isGone) return begun.cancel();
        recording.current = begun;
        setStage({ name: 'recording' });
      },
      (error: unknown) => {
        if (!isGone) setStage({ name: 'failed', reason: refusalOf(error) });
      },
    );
    return () => {
      isGone = true;
      recording.current?.cancel();
    };
  }, []);
  const src = stage.name === 'ready' ? stage.src : undefined;
  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src]);
  useEffect(() => {
    if (stage.name === 'recording') stop.current?.focus();
  }, [stage.name]);

  const send = async () => {
    const voice = stage.name === 'ready' ? stage.voice : await finish();
    if (voice !== null) onSend(voice);
  };
  if (stage.name === 'failed') {
    return (
      <div className={styles.bar}>
        <p className={classNames(styles.words, styles.wrong)} role="alert">
          {stage.reason}
        </p>
        <IconButton label="Закрыть" icon={<IconX />} onClick={onClose} />
      </div>
    );
  }
  return (
    <div className={styles.bar} role="group" aria-label="Запись голосового сообщения">
      <IconButton label="Удалить запись" icon={<IconTrash />} onClick={onClose} />
      {stage.name === 'asking' ? (
        <p className={styles.words} role="status">
          Разрешите доступ к микрофону…
        </p>
      ) : null}
      {stage.name === 'recording' || stage.name === 'ending' ? (
        <>
          <div className={styles.live}>
            <span className="visually-hidden" role="status">
              Идёт запись
            </span>
            <span className={styles.dot} />
            <span className={styles.time} role="timer">
              {duration(received.seconds)}
            </span>
            <span className={styles.levels} aria-hidden="true">
              {received.levels.map((level, at) => (
                <i key={at} style={{ height: Math.max(3, Math.min(28, level * 40)) }} />
              ))}
            </span>
          </div>
          <IconButton
            ref={stop}
            label="Прослушать"
            icon={<IconPlayerStopFilled />}
            onClick={() => void listen()}
          />
        </>
      ) : null}
      {stage.name === 'ready' ? (
        <div className={styles.ready}>
          <VoicePlayer
            id="draft"
            src={stage.src}
            place={Infinity}
            seconds={stage.voice.seconds}
            peaks={stage.voice.peaks}
            label="Ваша запись"
          />
        </div>
      ) : null}
      <IconButton
        variant="primary"
        label="Отправить"
        icon={<IconSend2 />}
        disabled={stage.name === 'asking'}
        busy={stage.name === 'ending'}
        onClick={() => void send()}
      />
    </div>
  );
}
