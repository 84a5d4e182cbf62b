import { useSyncExternalStore } from 'react';
import { showToast } from '#ui/feedback/toasts.ts';

/**
 * A voice message that can be played. `place` is its position in the conversation: when it ends,
 * the next one starts.
 */
export type Playable = { id: string; src: string; place: number };
export type Playback = { id: string; isPlaying: boolean; seconds: number; speed: number };

const SPEEDS = [1, 1.5, 2];
const known = new Map<string, Playable>();
const listeners = new Set<() => void>();
let audio: HTMLAudioElement | null = null;
let state: Playback = { id: '', isPlaying: false, seconds: 0, speed: 1 };

function change(part: Partial<Playback>): void {
  state = { ...state, ...part };
  listeners.forEach((listener) => listener());
}
/** Returns the one audio element for all voice messages, so that only one plays at a time. */
function getAudio(): HTMLAudioElement {
  if (audio !== null) return audio;
  const player = new Audio();
  player.preload = 'auto';
  player.addEventListener('timeupdate', () => change({ seconds: player.currentTime }));
  player.addEventListener('play', () => change({ isPlaying: true }));
  player.addEventListener('pause', () => change({ isPlaying: false }));
  player.addEventListener('ended', () => {
    const ended = known.get(state.id);
    const next =
      ended === undefined
        ? undefined
        : [...known.values()]
            .filter(({ place: index }) => index > ended.place && Number.isFinite(index))
            .sort((a, b) => a.place - b.place)[0];
    if (next === undefined) change({ id: '', isPlaying: false, seconds: 0 });
    else play(next.id, 0);
  });
  player.addEventListener('error', () => {
    if (state.id === '') return;
    change({ id: '', isPlaying: false, seconds: 0 });
    showToast('Не удалось воспроизвести голосовое сообщение', { tone: 'bad' });
  });
  audio = player;
  return player;
}
function play(id: string, from: number): void {
  const voice = known.get(id);
  if (voice === undefined) return;
  const player = getAudio();
  for (const video of document.querySelectorAll('video')) video.pause();
  if (state.id !== id) {
    player.src = voice.src;
    change({ id, seconds: from });
  }
  player.playbackRate = state.speed;
  if (Math.abs(player.currentTime - from) > 0.05) player.currentTime = from;
  // A pause during the start is not a failure. A file that fails to load is reported by the 'error'
  // event.
  void player.play().catch(() => {});
}
export function toggleVoice(id: string): void {
  if (state.id === id && state.isPlaying) return pauseVoice();
  play(id, state.id === id ? state.seconds : 0);
}
/** Seeks in a voice message; one that is not playing starts there. */
export function seekVoice(id: string, seconds: number): void {
  if (state.id !== id) return play(id, seconds);
  getAudio().currentTime = seconds;
  change({ seconds });
}
export const pauseVoice = (): void => audio?.pause();
/** Cycles 1, 1.5, 2 and back to 1, for every voice message played from now on. */
export function changeSpeed(): void {
  const speed = SPEEDS[(SPEEDS.indexOf(state.speed) + 1) % SPEEDS.length]!;
  if (audio !== null) audio.playbackRate = speed;
  change({ speed });
}
/**
 * Registers a voice message. Returns a function that unregisters it and stops it if it is playing.
 */
export function addVoice(voice: Playable): () => void {
  known.set(voice.id, voice);
  return () => {
    known.delete(voice.id);
    if (state.id !== voice.id) return;
    pauseVoice();
    change({ id: '', isPlaying: false, seconds: 0 });
  };
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const usePlayback = (): Playback =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => state,
  );
