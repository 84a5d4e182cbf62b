import type { RefObject } from 'react';
import type Hls from 'hls.js/light';
import type { Quality } from './quality.ts';

/** In seconds, the buffer ahead: a page that is left must not have loaded the whole video. */
const AHEAD_SECONDS = 30;

type Stream = {
  element: HTMLVideoElement;
  address: string;
  /** The second to start at. */
  second: number;
  /** The quality that the viewer wants at present. */
  wanted: RefObject<Quality>;
  /** Holds the player from when it is loaded until it is stopped. */
  player: RefObject<Hls | null>;
  giveUp: () => void;
};

/** Plays a stream by parts with hls.js, which it loads first. Returns a function that stops it. */
export function playStream({ element, address, second, wanted, player, giveUp }: Stream) {
  let isLeft = false;
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
  return () => {
    isLeft = true;
    player.current?.destroy();
    player.current = null;
  };
}

export function chooseLevel(hls: Hls, quality: Quality): void {
  const level =
    quality === 'auto' || quality === 'source'
      ? -1
      : hls.levels.findIndex(({ width, height }) => Math.min(width, height) === quality);
  // Otherwise the buffered part would continue in its old quality.
  hls.currentLevel = level;
}
