import { useEffect, useRef, useState, type RefObject } from 'react';
import type Hls from 'hls.js/light';
import { mediaUrl } from '#lib/browser/media.ts';
import { chooseLevel, playStream } from './hls-stream.ts';
import { keepSeeks } from './keep-seeks.ts';
import type { Quality } from './quality.ts';

type Video = { videoUrl: string; stream: string };
const NATIVE = 'application/vnd.apple.mpegurl';

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
    let stop = () => {};
    element.addEventListener('loadedmetadata', navigateTo, { once: true });
    if (isByParts) stop = playStream({ element, address, second, wanted, player, giveUp });
    else {
      if (isStream && element.canPlayType(NATIVE) === '') giveUp();
      element.setAttribute('src', address);
    }
    const forgetSeeks = keepSeeks(element);
    return () => {
      forgetSeeks();
      left.current = { second: element.currentTime, wasPlaying: !element.paused };
      element.removeEventListener('loadedmetadata', navigateTo);
      stop();
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
