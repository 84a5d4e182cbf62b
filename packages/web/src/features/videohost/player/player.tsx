import { useRef, useState, type RefObject } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import type { Video, VideoMoment } from '../api.ts';
import { DisplayButtons } from './display-buttons.tsx';
import { PlayerMenu } from './menu/player-menu.tsx';
import { playerActs } from './player-acts.ts';
import { PlayerControls } from './player-controls.tsx';
import { PlayerOverlays } from './player-overlays.tsx';
import { firstQuality, qualitiesOf, type Quality } from './quality.ts';
import { useDisplayMode } from './use-display-mode.ts';
import { useIdle } from './use-idle.ts';
import { useLeaving } from './use-leaving.ts';
import { usePlayback } from './use-playback.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useApplyPreference, usePreference } from './use-preference.ts';
import { useVideo } from './use-video.ts';
import styles from './player.module.css';

type PlayerProps = {
  video: Video;
  moments: readonly VideoMoment[];
  /** The second to start at, and the element, for components that pin moments and seek to them. */
  start: number;
  element: RefObject<HTMLVideoElement | null>;
  next: { title: string; go: () => void } | null;
  /** The viewer came from another video, so playback continues. */
  isGoingOn: boolean;
  /** It is a part of a page, whose keys are not its own. */
  isPart?: boolean;
  /** Called when playback starts, and with the current second from time to time. */
  onBegin: () => void;
  onPlace: (second: number) => void;
};

/** Plays a video: with keyboard control, speeds, qualities, picture-in-picture and full screen. */
export function Player(props: PlayerProps) {
  const { video, moments, start, element, next, onPlace } = props;
  const box = useRef<HTMLDivElement>(null);
  const [preference, prefer] = usePreference();
  const { state, begun, seek, handlers } = usePlayback(element, props);
  const [quality, setQuality] = useState<Quality>(() => firstQuality(video));
  const isBroken = useVideo(element, video, quality, start);
  const isIdle = useIdle(box, state.isPlaying);
  const acts = playerActs({ box, element, length: state.length, seek, preference, prefer, next });
  usePlayerKeys(acts, props.isPart === true ? box : null);
  const { isFull, isApart } = useDisplayMode(box, element);
  useApplyPreference(element, preference);
  useLeaving(element, begun, onPlace);
  return (
    <div
      ref={box}
      className={classNames(styles.player, isIdle && styles.idle)}
      data-quality={quality}
      role="group"
      aria-label={`Видео: ${video.title}`}
    >
      {/* Members' videos have no captions of their own. */}
      <video
        ref={element}
        className={styles.video}
        playsInline
        preload="metadata"
        poster={
          state.second > 0 ? undefined : (mediaUrl('videopreviews', video.previewUrl) ?? undefined)
        }
        style={{ aspectRatio: `${video.width} / ${video.height}` }}
        onClick={acts.playOrPause}
        onDoubleClick={acts.fullScreen}
        {...handlers}
      />
      <PlayerOverlays
        state={state}
        isBroken={isBroken}
        next={next}
        isAuto={preference.goesOn}
        onPlay={acts.playOrPause}
      />
      <PlayerControls
        video={video}
        moments={moments}
        state={state}
        onSeek={seek}
        acts={acts}
        preference={preference}
        onVolume={(volume) => prefer({ volume, isMuted: false })}
        next={next}
      >
        <PlayerMenu
          speed={preference.speed}
          onSpeed={(speed) => prefer({ speed })}
          quality={quality}
          qualities={qualitiesOf(video)}
          onQuality={setQuality}
          goesOn={preference.goesOn}
          onGoesOn={(goesOn) => prefer({ goesOn })}
        />
        <DisplayButtons isFull={isFull} isApart={isApart} acts={acts} />
      </PlayerControls>
    </div>
  );
}
