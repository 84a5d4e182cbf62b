import { useSyncExternalStore } from 'react';
import { showToast } from '#ui/feedback/toasts.ts';

/** A voice that can be played. `place` is its place in the talk: when it ends, the next one begins. */
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
/** One for all voices: so only one sounds at a time. */
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
  // A pause while it begins is no failure; a file that does not come is told by the 'error' event.
  void player.play().catch(() => {});
}
export function toggleVoice(id: string): void {
  if (state.id === id && state.isPlaying) return pauseVoice();
  play(id, state.id === id ? state.seconds : 0);
}
/** Goes to a moment of a voice; one that is silent begins there. */
export function seekVoice(id: string, seconds: number): void {
  if (state.id !== id) return play(id, seconds);
  getAudio().currentTime = seconds;
  change({ seconds });
}
export const pauseVoice = (): void => audio?.pause();
/** 1, 1.5, 2 and 1 again, for every voice that is played from now on. */
export function changeSpeed(): void {
  const speed = SPEEDS[(SPEEDS.indexOf(state.speed) + 1) % SPEEDS.length]!;
  if (audio !== null) audio.playbackRate = speed;
  change({ speed });
}
/** Makes a voice known; the answer forgets it and, if it sounds, silences it. */
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
