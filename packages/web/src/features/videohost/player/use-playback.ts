import { useRef, useState, type ComponentProps, type RefObject } from 'react';
import type { Video } from '../api.ts';

/** What the video element does now. `second`, `length` and `buffered` are in seconds. */
export type Playback = {
  isPlaying: boolean;
  isWaiting: boolean;
  isEnded: boolean;
  second: number;
  length: number;
  buffered: number;
};
type PlaybackInput = {
  video: Video;
  /** The second to start at. */
  start: number;
  /** The viewer came from another video, so playback continues. */
  isGoingOn: boolean;
  /** Called when playback starts. */
  onBegin: () => void;
  /** Called with the current second from time to time. */
  onPlace: (second: number) => void;
};
/** In seconds: how often the position is reported. */
const TELL_EVERY = 5;

/** Returns the end of the buffered range around a second. */
function bufferedEnd(buffered: TimeRanges, second: number): number | undefined {
  return Array.from(
    { length: buffered.length },
    (_, at) => [buffered.start(at), buffered.end(at)] as const,
  ).find(([from, to]) => from <= second + 0.5 && to >= second)?.[1];
}

/**
 * Follows a video element: its state, the handlers of its events, and whether it has ever played.
 */
export function usePlayback(
  element: RefObject<HTMLVideoElement | null>,
  { video, start, isGoingOn, onBegin, onPlace }: PlaybackInput,
) {
  const [state, setState] = useState<Playback>({
    isPlaying: false,
    isWaiting: false,
    isEnded: false,
    second: 0,
    length: video.duration,
    buffered: 0,
  });
  const clip = () => element.current!;
  const begun = useRef(false);
  const reported = useRef(start);
  const report = (second: number) => {
    reported.current = second;
    onPlace(second);
  };
  const look = () => {
    const { currentTime: second, duration, paused, ended, buffered } = clip();
    const ahead = bufferedEnd(buffered, second);
    setState((before) => ({
      ...before,
      second,
      length: Number.isFinite(duration) && duration > 0 ? duration : video.duration,
      isPlaying: !paused && !ended,
      isEnded: ended,
      buffered: ahead ?? before.buffered,
    }));
    if (begun.current && Math.abs(second - reported.current) >= TELL_EVERY) report(second);
  };
  const begin = () => {
    look();
    setState((before) => ({ ...before, isWaiting: false }));
    if (begun.current) return;
    begun.current = true;
    onBegin();
  };
  const seek = (second: number) => {
    clip().currentTime = Math.min(Math.max(0, second), state.length || second);
    setState((before) => ({ ...before, second, isEnded: false }));
  };
  const handlers: ComponentProps<'video'> = {
    onTimeUpdate: look,
    onProgress: look,
    onDurationChange: look,
    onPlay: look,
    onSeeked: look,
    onPlaying: begin,
    onPause: () => {
      look();
      if (begun.current) report(clip().currentTime);
    },
    onEnded: look,
    onWaiting: () => setState((before) => ({ ...before, isWaiting: true })),
    onCanPlay: () => setState((before) => ({ ...before, isWaiting: false })),
    onLoadedMetadata: () => {
      if (isGoingOn && !begun.current)
        void clip()
          .play()
          .catch(() => {});
      look();
    },
  };
  return { state, begun, seek, handlers };
}
