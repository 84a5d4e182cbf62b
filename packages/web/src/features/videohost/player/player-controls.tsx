import type { ReactNode } from 'react';
import type { Video, VideoMoment } from '../api.ts';
import { ControlRow } from './control-row.tsx';
import type { PlayerActs } from './player-keys.ts';
import type { Preference } from './player-memory.ts';
import styles from './player.module.css';
import { SeekBar } from './seek-bar.tsx';
import type { Playback } from './use-playback.ts';

type PlayerControlsProps = {
  video: Video;
  moments: readonly VideoMoment[];
  state: Playback;
  onSeek: (second: number) => void;
  acts: PlayerActs;
  preference: Preference;
  onVolume: (volume: number) => void;
  next: { title: string; go: () => void } | null;
  /** The menu and the display buttons at the right. */
  children: ReactNode;
};

/** The seek bar and the buttons, over the lower part of the picture. */
export function PlayerControls({
  video,
  moments,
  state,
  onSeek,
  children,
  ...row
}: PlayerControlsProps) {
  return (
    <div className={styles.controls}>
      <SeekBar
        video={video}
        second={state.second}
        length={state.length}
        buffered={state.buffered}
        moments={moments}
        onSeek={onSeek}
      />
      <ControlRow state={state} {...row}>
        {children}
      </ControlRow>
    </div>
  );
}
