import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipForwardFilled,
  IconVolume,
  IconVolume3,
} from '#ui/icons.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { classNames } from '#lib/class-names.ts';
import { duration as lengthOf } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import type { Video, VideoMoment } from '../api.ts';
import { handleKey, type PlayerActs } from './player-keys.ts';
import { keepPreference, readPreference } from './player-memory.ts';
import { PlayerMenu, SPEEDS } from './player-menu.tsx';
import { SeekBar } from './seek-bar.tsx';
import { useIdle } from './use-idle.ts';
import { firstQuality, useVideo, type Quality } from './use-video.ts';
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
  /** Called when playback starts, and with the current second from time to time. */
  onBegin: () => void;
  onPlace: (second: number) => void;
};
/** In seconds: how often the position is reported. */
const TELL_EVERY = 5;
/** In seconds: the delay before the next video starts automatically. */
const NEXT_SECONDS = 5;

/** Plays a video: with keyboard control, speeds, qualities, picture-in-picture and full screen. */
export function Player({
  video,
  moments,
  start,
  element,
  next,
  isGoingOn,
  onBegin,
  onPlace,
}: PlayerProps) {
  const box = useRef<HTMLDivElement>(null);
  const [preference, setPreference] = useState(readPreference);
  const [state, setState] = useState({
    isPlaying: false,
    isWaiting: false,
    isEnded: false,
    second: 0,
    length: video.duration,
    buffered: 0,
  });
  const [isFull, setFull] = useState(false);
  const [isApart, setApart] = useState(false);
  const [quality, setQuality] = useState<Quality>(() => firstQuality(video));
  const isBroken = useVideo(element, video, quality, start);
  const isIdle = useIdle(box, state.isPlaying);
  const begun = useRef(false);
  const notified = useRef(start);
  const prefer = (change: Partial<typeof preference>) => {
    keepPreference(change);
    setPreference((before) => ({ ...before, ...change }));
  };
  const clip = () => element.current!;
  const seek = (second: number) => {
    clip().currentTime = Math.min(Math.max(0, second), state.length || second);
    setState((before) => ({ ...before, second, isEnded: false }));
  };
  const acts: PlayerActs = {
    playOrPause: () => {
      if (clip().paused)
        void clip()
          .play()
          .catch(() => {});
      else clip().pause();
    },
    step: (seconds) => seek(clip().currentTime + seconds),
    turn: (by) =>
      prefer({
        volume: Math.round(Math.min(1, Math.max(0, preference.volume + by)) * 100) / 100,
        isMuted: false,
      }),
    mute: () => prefer({ isMuted: !preference.isMuted }),
    fullScreen: () =>
      void (
        document.fullscreenElement === null
          ? box.current!.requestFullscreen()
          : document.exitFullscreen()
      ).catch(() => {}),
    pictureInPicture: () =>
      void (
        document.pictureInPictureElement === null
          ? clip().requestPictureInPicture()
          : document.exitPictureInPicture()
      ).catch(() => showToast('Сейчас показать картинку в картинке нельзя', { tone: 'bad' })),
    goTo: (part) => seek(part * state.length),
    speedUp: (steps) =>
      prefer({
        speed:
          SPEEDS[
            Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(preference.speed as 1) + steps))
          ] ?? 1,
      }),
    next: () => next?.go(),
  };
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => void handleKey(event, latest.current);
    const turned = () => setFull(document.fullscreenElement === box.current);
    document.addEventListener('keydown', press);
    document.addEventListener('fullscreenchange', turned);
    const shown = element.current;
    const [goApart, comeBack] = [() => setApart(true), () => setApart(false)];
    shown?.addEventListener('enterpictureinpicture', goApart);
    shown?.addEventListener('leavepictureinpicture', comeBack);
    return () => {
      shown?.removeEventListener('enterpictureinpicture', goApart);
      shown?.removeEventListener('leavepictureinpicture', comeBack);
      document.removeEventListener('keydown', press);
      document.removeEventListener('fullscreenchange', turned);
    };
  }, [element]);
  useEffect(() => {
    const { volume, isMuted, speed } = preference;
    Object.assign(clip(), { volume, muted: isMuted, playbackRate: speed });
  });
  const place = useRef(onPlace);
  useEffect(() => {
    place.current = onPlace;
  });
  // A viewer who leaves can resume from here.
  useEffect(() => {
    const shown = element.current!;
    const leave = () => {
      if (begun.current && !shown.ended) place.current(shown.currentTime);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [element]);
  const look = () => {
    const { currentTime: second, duration, paused, ended, buffered } = clip();
    const ahead = Array.from(
      { length: buffered.length },
      (_, at) => [buffered.start(at), buffered.end(at)] as const,
    ).find(([from, to]) => from <= second + 0.5 && to >= second);
    setState((before) => ({
      ...before,
      second,
      length: Number.isFinite(duration) && duration > 0 ? duration : video.duration,
      isPlaying: !paused && !ended,
      isEnded: ended,
      buffered: ahead?.[1] ?? before.buffered,
    }));
    if (begun.current && Math.abs(second - notified.current) >= TELL_EVERY) tell(second);
  };
  const tell = (second: number) => {
    notified.current = second;
    onPlace(second);
  };
  const begin = () => {
    look();
    setState((before) => ({ ...before, isWaiting: false }));
    if (begun.current) return;
    begun.current = true;
    onBegin();
  };
  const qualities: Quality[] = [
    ...(video.stream === '' ? [] : ['auto' as const, ...video.qualities]),
    ...(video.videoUrl === '' ? [] : ['source' as const]),
  ];
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
        onTimeUpdate={look}
        onProgress={look}
        onDurationChange={look}
        onPlay={look}
        onSeeked={look}
        onPlaying={begin}
        onPause={() => {
          look();
          if (begun.current) tell(clip().currentTime);
        }}
        onEnded={look}
        onWaiting={() => setState((before) => ({ ...before, isWaiting: true }))}
        onCanPlay={() => setState((before) => ({ ...before, isWaiting: false }))}
        onLoadedMetadata={() => {
          if (isGoingOn && !begun.current)
            void clip()
              .play()
              .catch(() => {});
          look();
        }}
      />
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
        <button
          type="button"
          className={styles.big}
          aria-label="Смотреть"
          onClick={acts.playOrPause}
        >
          <IconPlayerPlayFilled size={40} aria-hidden="true" />
        </button>
      ) : null}
      {state.isEnded && next !== null ? (
        <NextVideo title={next.title} isAuto={preference.goesOn} onGo={next.go} />
      ) : null}
      <div className={styles.controls}>
        <SeekBar
          video={video}
          second={state.second}
          length={state.length}
          buffered={state.buffered}
          moments={moments}
          onSeek={seek}
        />
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
          <IconButton
            label={preference.isMuted ? 'Включить звук' : 'Выключить звук'}
            icon={preference.isMuted || preference.volume === 0 ? <IconVolume3 /> : <IconVolume />}
            className={styles.button}
            onClick={acts.mute}
          />
          <input
            type="range"
            className={styles.volume}
            aria-label="Громкость"
            min={0}
            max={1}
            step={0.05}
            value={preference.isMuted ? 0 : preference.volume}
            onChange={(event) => prefer({ volume: Number(event.target.value), isMuted: false })}
          />
          <span className={styles.time}>
            {lengthOf(state.second)} / {lengthOf(state.length)}
          </span>
          <PlayerMenu
            speed={preference.speed}
            onSpeed={(speed) => prefer({ speed })}
            quality={quality}
            qualities={qualities}
            onQuality={setQuality}
            goesOn={preference.goesOn}
            onGoesOn={(goesOn) => prefer({ goesOn })}
          />
          {'pictureInPictureEnabled' in document && document.pictureInPictureEnabled ? (
            <IconButton
              label={isApart ? 'Вернуть на страницу' : 'Картинка в картинке'}
              icon={<IconPictureInPicture />}
              className={styles.button}
              onClick={acts.pictureInPicture}
            />
          ) : null}
          <IconButton
            label={isFull ? 'Свернуть' : 'На весь экран'}
            icon={isFull ? <IconArrowsMinimize /> : <IconArrowsMaximize />}
            className={styles.button}
            onClick={acts.fullScreen}
          />
        </div>
      </div>
    </div>
  );
}
/** The next video after the end: it starts automatically, unless the viewer cancels it. */
function NextVideo({ title, isAuto, onGo }: { title: string; isAuto: boolean; onGo: () => void }) {
  const [left, setLeft] = useState(isAuto ? NEXT_SECONDS : null);
  const go = useRef(onGo);
  useEffect(() => {
    go.current = onGo;
  });
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return go.current();
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <div className={styles.next}>
      <p className={styles.nextTitle}>Дальше: {title}</p>
      <div className={styles.nextButtons}>
        <Button variant="primary" onClick={onGo}>
          {left === null ? 'Следующее видео' : `Следующее видео через ${left}`}
        </Button>
        {left === null ? null : <Button onClick={() => setLeft(null)}>Остаться здесь</Button>}
      </div>
    </div>
  );
}
