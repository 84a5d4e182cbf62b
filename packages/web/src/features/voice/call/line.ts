import * as voice from '@respa/contract/voice';
import { call } from '#lib/network/call.ts';
import { changeCall, readCall, setCall } from './call-state.ts';
import { openGate, type Gate } from './gate.ts';
import type { Loudspeaker } from './loudspeaker.ts';
import { openMicrophone, SENTENCES } from './microphone.ts';
import { readPreferences } from './preferences.ts';
import type { Transport } from './transport.ts';
import { showToast } from '#ui/feedback/toasts.ts';

/** Someone who stays muted sends nothing after this, in ms. */
const SILENCE_MS = 10_000;

/** What a call holds besides its state: it ends as a whole. */
export type Line = {
  loudspeaker: Loudspeaker;
  microphone: Gate | null;
  /** Whether the member holds the key that lets them be heard. */
  isHeld: boolean;
  transport: Transport | null;
  epoch: number;
  attempts: number;
  /** A private call that is to ring at the other person. */
  isCalling: boolean;
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
/** Tells the others what the member has turned off. */
export async function tellServer(): Promise<void> {
  const now = readCall();
  if (now?.status !== 'connected') return;
  const { roomId, isMuted, isDeaf } = now;
  await call(voice.setOwn, { params: { roomId }, body: { isMuted, isDeaf } }).catch(() => {});
}
/** Sends the microphone, or nothing while it is off. */
export async function applyMicrophone(opened: Line): Promise<void> {
  const isMuted = readCall()?.isMuted === true;
  const track = opened.microphone?.track ?? null;
  clearTimeout(opened.silence);
  if (track !== null) track.enabled = !isMuted;
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
 * member is told of.
 */
export async function renewMicrophone(opened: Line): Promise<boolean> {
  const found = await openMicrophone(readPreferences());
  const gate = 'stream' in found ? await openGate(found.stream) : null;
  if (line !== opened) {
    gate?.close();
    return false;
  }
  if ('problem' in found) {
    changeCall({ problem: found.problem });
    showToast(SENTENCES[found.problem], { tone: 'bad' });
    return false;
  }
  opened.microphone?.close();
  opened.microphone = gate;
  applyRules(opened);
  changeCall({ problem: null });
  return true;
}
