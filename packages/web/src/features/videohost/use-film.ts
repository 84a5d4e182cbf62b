import { useEffect, useRef, useState, type RefObject } from 'react';
import type Hls from 'hls.js/light';
import { mediaUrl } from '#lib/media.ts';

/** The network decides, a height in pixels, or the file as it was uploaded. */
export type Quality = 'auto' | 'source' | number;
type Film = { videoUrl: string; stream: string };
const NATIVE = 'application/vnd.apple.mpegurl';
/** Bytes ahead: a page that is left must not have loaded the whole film. */
const AHEAD_SECONDS = 30;

/** Which quality a film begins with: all of them once they are there, else the file itself. */
export const firstQuality = ({ stream }: Film): Quality => (stream === '' ? 'source' : 'auto');

/** Plays a film in a quality. Another quality goes on at the same second, in the same state. Answers whether it cannot be played. */
export function useFilm(video: RefObject<HTMLVideoElement | null>, film: Film, quality: Quality): boolean {
  const [broken, setBroken] = useState('');
  const player = useRef<Hls | null>(null);
  const isStream = quality !== 'source' || film.videoUrl === '';
  const address = mediaUrl('videohostvideos', isStream ? film.stream : film.videoUrl);
  // Where another quality goes on: an element that is given another source has forgotten it.
  const left = useRef({ second: 0, wasPlaying: false });
  const wanted = useRef(quality);
  wanted.current = quality;
  useEffect(() => {
    const element = video.current;
    if (element === null || address === null) return;
    const { second, wasPlaying } = left.current;
    const goOn = () => goOnFrom(element, second, wasPlaying);
    const giveUp = () => setBroken(address);
    let isLeft = false;
    element.addEventListener('loadedmetadata', goOn, { once: true });
    if (!isStream || !('MediaSource' in window || 'ManagedMediaSource' in window)) {
      if (isStream && element.canPlayType(NATIVE) === '') giveUp();
      element.setAttribute('src', address);
    } else void import('hls.js/light').then(({ default: Player }) => {
      if (isLeft) return;
      const hls = new Player({ enableWorker: false, maxBufferLength: AHEAD_SECONDS, startPosition: second > 0 ? second : -1, capLevelToPlayerSize: true });
      player.current = hls;
      hls.on(Player.Events.MANIFEST_PARSED, () => chooseLevel(hls, wanted.current));
      hls.on(Player.Events.ERROR, (_, { fatal, type }) => {
        if (!fatal) return;
        if (type === Player.ErrorTypes.NETWORK_ERROR) setTimeout(() => { if (!isLeft) hls.startLoad(); }, 2_000);
        else if (type === Player.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
        else giveUp();
      });
      hls.loadSource(address);
      hls.attachMedia(element);
    }, giveUp);
    return () => {
      isLeft = true;
      left.current = { second: element.currentTime, wasPlaying: !element.paused };
      element.removeEventListener('loadedmetadata', goOn);
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
function goOnFrom(element: HTMLVideoElement, second: number, wasPlaying: boolean): void {
  if (second > 0 && element.currentTime < second) element.currentTime = second;
  if (wasPlaying) void element.play().catch(() => {});
}
function chooseLevel(hls: Hls, quality: Quality): void {
  const level = quality === 'auto' || quality === 'source' ? -1 : hls.levels.findIndex(({ width, height }) => Math.min(width, height) === quality);
  // What is loaded already plays on in its old quality otherwise.
  hls.currentLevel = level;
}
