import { useEffect, useState } from 'react';
import type { NewMessageEvent } from '@respa/contract/live-events';
import { requestLock } from '#lib/browser/locks.ts';
import { onLive } from '#lib/network/live.ts';
import { getSession } from '#lib/network/session.ts';

const KEY = 'respa.seen-room';
// In ms: a tab that was closed without cleanup must not mute the sound permanently.
const FRESH_MS = 20_000;

/**
 * Returns whether this room is in front of the member. The browser's other tabs learn it
 * immediately, because a message may arrive at the same moment.
 */
export function useSeenRoom(roomId: string): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    let isSeenHere = false;
    const forget = () => localStorage.removeItem(KEY);
    const look = () => {
      const isInView = document.visibilityState === 'visible' && document.hasFocus();
      if (isInView) localStorage.setItem(KEY, JSON.stringify({ roomId, at: Date.now() }));
      else if (isSeenHere) forget();
      isSeenHere = isInView;
      setSeen(isInView);
    };
    look();
    const timer = setInterval(look, FRESH_MS / 2);
    window.addEventListener('focus', look);
    window.addEventListener('blur', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      window.removeEventListener('blur', look);
      document.removeEventListener('visibilitychange', look);
      if (isSeenHere) forget();
    };
  }, [roomId]);
  return isSeen;
}
function isInFront(roomId: string): boolean {
  try {
    const seen = JSON.parse(localStorage.getItem(KEY) ?? 'null') as {
      roomId: string;
      at: number;
    } | null;
    return seen?.roomId === roomId && Date.now() - seen.at < FRESH_MS;
  } catch {
    return false;
  }
}

let audio: AudioContext | null = null;
/**
 * Plays two short soft notes, synthesised here, so there is no file to load. Browsers forbid sound
 * on a page without user interaction.
 */
function ring(): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => {});
  const start = audio.currentTime;
  for (const [index, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start + index * 0.09);
    volume.gain.linearRampToValueAtTime(0.12, start + index * 0.09 + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + index * 0.09 + 0.22);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + index * 0.09);
    tone.stop(start + index * 0.09 + 0.25);
  }
}
const isOfOthers = (event: NewMessageEvent): boolean =>
  (event.senders ?? [event.sender]).some((id) => id !== getSession()?.userId);
const isNamed = (event: NewMessageEvent): boolean =>
  event.mentioned.includes(getSession()?.userId ?? '');
/**
 * Plays a sound for others' messages, unless their room is in front. Of several tabs, only one
 * plays it.
 */
export function startSound(): () => void {
  return onLive((event) => {
    if (event.type !== 'room' || !isOfOthers(event) || event.isSilent) return;
    if (isInFront(event.roomId)) return;
    if (event.isMuted && !isNamed(event)) return;
    void requestLock('respa.sound', { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      ring();
      document.documentElement.dataset['rang'] = String(
        Number(document.documentElement.dataset['rang'] ?? 0) + 1,
      );
      await new Promise((resolve) => {
        setTimeout(resolve, 400);
      });
    });
  });
}
