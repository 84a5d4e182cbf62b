import { useEffect, useRef } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { IconPlayerStopFilled, IconSend2, IconTrash, IconX } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { useVoiceStages } from './use-voice-stages.ts';
import { VoiceLevels } from './voice-levels.tsx';
import { VoicePlayer } from './voice-player.tsx';
import type { Voice } from './voice-recorder.ts';
import styles from './voice-bar.module.css';

type VoiceBarProps = {
  onSend: (voice: Voice) => void;
  onClose: () => void;
};
/**
 * Replaces the field while a voice message is recorded: first the live level and time, then
 * playback, then sending.
 */
export function VoiceBar({ onSend, onClose }: VoiceBarProps) {
  const { stage, received, finish, listen } = useVoiceStages();
  const stop = useRef<HTMLButtonElement>(null);
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
          <VoiceLevels {...received} />
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
