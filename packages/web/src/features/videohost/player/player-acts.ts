import type { RefObject } from 'react';
import { showToast } from '#ui/feedback/toasts.ts';
import { SPEEDS } from './menu/player-settings.tsx';
import type { PlayerActs } from './player-keys.ts';
import type { Preference } from './player-memory.ts';

type Controlled = {
  box: RefObject<HTMLDivElement | null>;
  element: RefObject<HTMLVideoElement | null>;
  /** The video's length in seconds. */
  length: number;
  seek: (second: number) => void;
  preference: Preference;
  prefer: (change: Partial<Preference>) => void;
  next: { go: () => void } | null;
};

/** Returns the player's actions, for its buttons and its keys. */
export function playerActs({
  box,
  element,
  length,
  seek,
  preference,
  prefer,
  next,
}: Controlled): PlayerActs {
  const clip = () => element.current!;
  return {
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
    goTo: (part) => seek(part * length),
    speedUp: (steps) =>
      prefer({
        speed:
          SPEEDS[
            Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(preference.speed as 1) + steps))
          ] ?? 1,
      }),
    next: () => next?.go(),
  };
}
