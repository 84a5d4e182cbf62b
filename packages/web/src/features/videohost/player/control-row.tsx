import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipForwardFilled,
} from '#ui/icons.ts';
import type { ReactNode } from 'react';
import { duration as lengthOf } from '#lib/text/format.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import type { PlayerActs } from './player-keys.ts';
import type { Preference } from './player-memory.ts';
import styles from './player.module.css';
import type { Playback } from './use-playback.ts';
import { VolumeControl } from './volume-control.tsx';

type ControlRowProps = {
  state: Playback;
  acts: PlayerActs;
  preference: Preference;
  onVolume: (volume: number) => void;
  next: { title: string; go: () => void } | null;
  /** The menu and the display buttons at the right. */
  children: ReactNode;
};

/** The player's row of buttons below the seek bar. */
export function ControlRow({ state, acts, preference, onVolume, next, children }: ControlRowProps) {
  return (
    <div className={styles.row}>
      <IconButton
        label={state.isPlaying ? 'Пауза' : 'Воспроизвести'}
        icon={state.isPlaying ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
        className={styles.button}
        onClick={acts.playOrPause}
      />
      {next === null ? null : (
        <IconButton
          label={`Следующее видео: ${next.title}`}
          icon={<IconPlayerSkipForwardFilled />}
          className={styles.button}
          onClick={next.go}
        />
      )}
      <VolumeControl preference={preference} onMute={acts.mute} onVolume={onVolume} />
      <span className={styles.time}>
        {lengthOf(state.second)} / {lengthOf(state.length)}
      </span>
      {children}
    </div>
  );
}
