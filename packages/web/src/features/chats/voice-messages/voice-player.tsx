import { useEffect } from 'react';
import { duration } from '#lib/text/format.ts';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '#ui/icons.ts';
import { VoiceWave } from './voice-wave.tsx';
import { addVoice, changeSpeed, seekVoice, toggleVoice, usePlayback } from './voice-playback.ts';
import styles from './voice-player.module.css';

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
  useEffect(() => addVoice({ id, src, place: index }), [id, src, index]);
  const isOn = playback.id === id;
  const isPlaying = isOn && playback.isPlaying;
  const at = isOn ? Math.min(playback.seconds, seconds) : 0;
  const speed = `${playback.speed}×`;
  const goTo = (moment: number) => seekVoice(id, Math.max(0, Math.min(seconds, moment)));
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
        <VoiceWave at={at} seconds={seconds} peaks={peaks} onSeek={goTo} />
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
