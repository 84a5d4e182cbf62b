import { useEffect, useRef, useState, type RefObject } from 'react';
import type Hls from 'hls.js/light';
import { mediaUrl } from '#lib/media.ts';

/**
 * `auto`: the network decides. A number: a height in pixels. `source`: the file as it was uploaded.
 */
export type Quality = 'auto' | 'source' | number;
type Video = { videoUrl: string; stream: string };
const NATIVE = 'application/vnd.apple.mpegurl';
/** In seconds, the buffer ahead: a page that is left must not have loaded the whole video. */
const AHEAD_SECONDS = 30;
/**
 * In seconds: the maximum distance from the requested position after a seek. A seek normally ends
 * within a frame of it.
 */
const SEEK_TOLERANCE_SECONDS = 0.5;

/**
 * Returns the quality to start with: `auto` once the renditions are ready, else the file itself.
 */
export const firstQuality = ({ stream }: Video): Quality => (stream === '' ? 'source' : 'auto');

/**
 * Plays a video in a quality from the second `start`. A quality change continues at the same
 * second, in the same state. Returns whether the video cannot be played.
 */
export function useVideo(
  video: RefObject<HTMLVideoElement | null>,
  clip: Video,
  quality: Quality,
  start: number,
): boolean {
  const [broken, setBroken] = useState('');
  const player = useRef<Hls | null>(null);
  const isStream = quality !== 'source' || clip.videoUrl === '';
  const address = mediaUrl('videohostvideos', isStream ? clip.stream : clip.videoUrl);
  // Where another quality continues: a video element forgets its position when its source changes.
  const left = useRef({ second: start, wasPlaying: false });
  const wanted = useRef(quality);
  wanted.current = quality;
  useEffect(() => {
    const element = video.current;
    if (element === null || address === null) return;
    const { second, wasPlaying } = left.current;
    const isByParts = isStream && ('MediaSource' in window || 'ManagedMediaSource' in window);
    const navigateTo = () => {
      // HLS loads segments from that second on, and seeks when they are loaded.
      if (!isByParts && element.currentTime < second) element.currentTime = second;
      if (wasPlaying) void element.play().catch(() => {});
    };
    const giveUp = () => setBroken(address);
    let isLeft = false;
    element.addEventListener('loadedmetadata', navigateTo, { once: true });
    if (!isByParts) {
      if (isStream && element.canPlayType(NATIVE) === '') giveUp();
      element.setAttribute('src', address);
    } else
      void import('hls.js/light').then(({ default: Player }) => {
        if (isLeft) return;
        const hls = new Player({
          enableWorker: false,
          maxBufferLength: AHEAD_SECONDS,
          startPosition: second > 0 ? second : -1,
          capLevelToPlayerSize: true,
        });
        player.current = hls;
        hls.on(Player.Events.MANIFEST_PARSED, () => chooseLevel(hls, wanted.current));
        hls.on(Player.Events.ERROR, (_, { fatal, type }) => {
          if (!fatal) return;
          if (type === Player.ErrorTypes.NETWORK_ERROR)
            setTimeout(() => {
              if (!isLeft) hls.startLoad();
            }, 2_000);
          else if (type === Player.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
          else giveUp();
        });
        hls.loadSource(address);
        hls.attachMedia(element);
      }, giveUp);
    const forgetSeeks = keepMatching(element);
    return () => {
      isLeft = true;
      forgetSeeks();
      left.current = { second: element.currentTime, wasPlaying: !element.paused };
      element.removeEventListener('loadedmetadata', navigateTo);
      player.current?.destroy();
      player.current = null;
      if (!isStream) {
        element.removeAttribute('src');
        element.load();
      }
    };
  }, [address, isStream, video]);
  useEffect(() => {
    if (player.current !== null) chooseLevel(player.current, quality);
  }, [quality]);
  return broken !== '' && broken === address;
}
/**
 * Works around a Chromium bug: a video paused at the end of a seek reports its previous second
 * until it plays on, so it seeks once more. Returns a function that ends this.
 */
function keepMatching(element: HTMLVideoElement): () => void {
  let sought: number | null = null;
  let isAgain = false;
  const begin = () => {
    sought = isAgain ? null : element.currentTime;
    isAgain = false;
  };
  const end = () => {
    if (
      sought === null ||
      !element.paused ||
      Math.abs(element.currentTime - sought) < SEEK_TOLERANCE_SECONDS
    )
      return;
    isAgain = true;
    element.currentTime = sought;
  };
  element.addEventListener('seeking', begin);
  element.addEventListener('seeked', end);
  return () => {
    element.removeEventListener('seeking', begin);
    element.removeEventListener('seeked', end);
  };
}
function chooseLevel(hls: Hls, quality: Quality): void {
  const level =
    quality === 'auto' || quality === 'source'
      ? -1
      : hls.levels.findIndex(({ width, height }) => Math.min(width, height) === quality);
  // Otherwise the buffered part would continue in its old quality.
  hls.currentLevel = level;
}
