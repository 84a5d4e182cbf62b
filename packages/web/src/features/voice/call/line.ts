import * as voice from '@respa/contract/voice';
import { ApiError, call } from '#lib/network/call.ts';
import { changeCall, readCall, setCall, type Call } from './call-state.ts';
import { openGate, type Gate } from './gate.ts';
import type { Loudspeaker } from './loudspeaker.ts';
import { openMicrophone, SENTENCES } from './microphone.ts';
import { pause } from './pause.ts';
import { readPreferences } from './preferences.ts';
import type { Transport } from './transport.ts';
import { showToast } from '#ui/feedback/toasts.ts';

/** After this the server is told again, in ms. */
const AGAIN_MS = 2_000;
/** Someone who stays muted sends nothing after this, in ms. */
const SILENCE_MS = 10_000;

/** What a call holds besides its state: it ends as a whole. */
export type Line = {
  loudspeaker: Loudspeaker;
  microphone: Gate | null;
  /** Whether the member holds the key that lets them be heard. */
  isHeld: boolean;
  transport: Transport | null;
  /** Whether only the site was reached before. */
  isThroughSite: boolean;
  epoch: number;
  attempts: number;
  /** Whether the member only listens, because the room is full; and whether they agreed to that. */
  isListener: boolean;
  mayListen: boolean;
  /** A private call that is to ring at the other person. */
  isCalling: boolean;
  /** Whether it has rung there, or will. */
  isCaller: boolean;
  silence?: ReturnType<typeof setTimeout> | undefined;
  stop: AbortController;
};
let line: Line | null = null;
/** Returns the open line; null without a call. */
export const readLine = (): Line | null => line;
export const setLine = (opened: Line): void => {
  line = opened;
};
/** Closes everything that the call holds on this page. */
export function closeLine(): void {
  const opened = line;
  line = null;
  setCall(null);
  if (opened === null) return;
  opened.stop.abort();
  clearTimeout(opened.silence);
  opened.transport?.close();
  opened.loudspeaker.close();
  opened.microphone?.close();
}
/** Returns what the others are told: who has no microphone is silent for them too. */
export const readOwn = ({ isMuted, isDeaf, problem }: Call) => ({
  isMuted: isMuted || problem !== null,
  isDeaf,
});
let isTelling = false;
/**
 * Tells the others what the member has turned off: one thing after the other, and again after a failure
 * that may pass, or the server would go on muting who has turned the microphone on.
 */
export async function tellServer(): Promise<void> {
  if (isTelling) return;
  isTelling = true;
  try {
    for (let told: string | undefined; ;) {
      const now = readCall();
      if (now?.status !== 'connected') return;
      const { roomId, clientId } = now;
      const body = readOwn(now);
      const wanted = JSON.stringify([clientId, body]);
      if (wanted === told) return;
      try {
        await call(voice.setOwn, { params: { roomId }, body });
        told = wanted;
      } catch (error) {
        if (!mayPass(error)) return;
        await pause(AGAIN_MS);
      }
    }
  } finally {
    isTelling = false;
  }
}
/** Returns whether an attempt that failed may succeed later. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'offline' ||
    error.status === 429 ||
    (error.status >= 500 && error.code !== 'voice_busy'));
/** Sends the microphone, or nothing while it is off. */
export async function applyMicrophone(opened: Line): Promise<void> {
  const isMuted = readCall()?.isMuted === true;
  const track = opened.microphone?.track ?? null;
  clearTimeout(opened.silence);
  opened.microphone?.setMuted(isMuted);
  if (!isMuted) await opened.transport?.send(track);
  else opened.silence = setTimeout(() => void opened.transport?.send(null), SILENCE_MS);
}
/** Lets the microphone through when the member has chosen it. */
export function applyRules({ microphone, isHeld }: Line): void {
  const { isByVoice, threshold } = readPreferences();
  microphone?.setRules({ isByVoice, threshold, isHeld });
}
/**
 * Opens the chosen microphone in place of the present one. Returns false if there is none, which the
 * member is told of, unless it is tried `quietly`.
 */
export async function renewMicrophone(opened: Line, quietly = false): Promise<boolean> {
  if (opened.isListener) return false;
  const found = await openMicrophone(readPreferences());
  const gate = 'stream' in found ? await openGate(found.stream) : null;
  if (line !== opened) {
    gate?.close();
    return false;
  }
  if ('problem' in found) {
    // Nobody is heard who is told that they are not.
    opened.microphone?.close();
    opened.microphone = null;
    changeCall({ problem: found.problem });
    if (!quietly) showToast(SENTENCES[found.problem], { tone: 'bad' });
    return false;
  }
  opened.microphone?.close();
  opened.microphone = gate;
  // It was unplugged, or the permission was taken back.
  const [source] = found.stream.getAudioTracks();
  source?.addEventListener('ended', () => {
    if (line === opened && opened.microphone === gate) void adoptMicrophone(opened);
  });
  applyRules(opened);
  changeCall({ problem: null });
  return true;
}
/** Opens a microphone, speaks through it, and tells the others. */
export async function adoptMicrophone(opened: Line, quietly = false): Promise<void> {
  await renewMicrophone(opened, quietly);
  if (line !== opened) return;
  await applyMicrophone(opened);
  await tellServer();
}
/** Closes the microphone of a member who only listens. */
export function beListener(opened: Line): void {
  opened.isListener = true;
  opened.microphone?.close();
  opened.microphone = null;
  changeCall({ problem: 'full' });
}
/** Takes a microphone that is connected while the member has none. */
export function takeConnected(): void {
  if (line !== null && readCall()?.problem === 'missing') void adoptMicrophone(line, true);
}
