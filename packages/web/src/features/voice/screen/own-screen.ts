// The screen that this tab shows. It lives as long as the call, through broken connections.
import { useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import * as screen from '@respa/contract/voice-screen';
import { call, sentenceOf } from '#lib/network/call.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { getSession } from '#lib/network/session.ts';
import { randomId } from '#lib/browser/random-id.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { fetchRooms } from '../api.ts';
import { readCall } from '../call/call-state.ts';
import { readLine } from '../call/line.ts';
import { mayPass, PAUSES_MS } from './attempts.ts';
import { captureScreen, publish, SENTENCES, type ScreenQuality } from './publish.ts';

export type OwnScreen = { roomId: string; status: 'starting' | 'shown' };
type Shown = {
  queries: QueryClient;
  roomId: string;
  quality: ScreenQuality;
  stream: MediaStream;
  clientId: string;
  isConnecting: boolean;
  close?: (() => void) | undefined;
};
let shown: Shown | null = null;
let state: OwnScreen | null = null;
const listeners = new Set<() => void>();
const setState = (next: OwnScreen | null) => {
  state = next;
  listeners.forEach((listener) => listener());
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Returns the screen that this tab shows. */
export const useOwnScreen = (): OwnScreen | null =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => null,
  );

/** Lets the member choose a screen and shows it in the voice room they are in. Needs a click. */
export async function startScreen(
  queries: QueryClient,
  quality: ScreenQuality,
  withSound: boolean,
): Promise<void> {
  const found = await captureScreen(quality, withSound);
  if (found === null) return;
  if ('problem' in found) return showToast(SENTENCES[found.problem], { tone: 'bad' });
  const { stream } = found;
  const roomId = readCall()?.roomId;
  if (roomId === undefined) return stream.getTracks().forEach((track) => track.stop());
  if (shown !== null) void stopScreen();
  shown = { queries, roomId, quality, stream, clientId: randomId(), isConnecting: false };
  const started = shown;
  // The browser has a button of its own to end it, and a window may be closed.
  stream.getVideoTracks()[0]?.addEventListener('ended', () => {
    if (shown === started) void stopScreen();
  });
  setState({ roomId, status: 'starting' });
  await renewScreen();
}
/** Connects the screen, if it is not connected; waits for the call itself to be connected. */
async function renewScreen(): Promise<void> {
  const now = shown;
  if (now === null || now.isConnecting) return;
  now.isConnecting = true;
  now.close?.();
  now.close = undefined;
  try {
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
      // The call connects again first, and says so when it has.
      if (shown !== now || readCall()?.status !== 'connected') return;
      const problem = await tryOnce(now);
      if (problem === null) return;
      if (!problem.mayPass) return end(now, problem.sentence);
    }
    end(now, 'Показать экран не получается: сеть не пропускает видео.');
  } finally {
    now.isConnecting = false;
  }
}
/** Connects the screen again when the call itself is connected again. */
export function renewIfLost(): void {
  if (shown !== null && shown.close === undefined) void renewScreen();
}
async function tryOnce(now: Shown): Promise<{ mayPass: boolean; sentence: string } | null> {
  const clientId = randomId();
  now.clientId = clientId;
  try {
    const { iceServers } = await fetchRooms(now.queries);
    const hasSound = now.stream.getAudioTracks().length > 0;
    const close = await publish(
      { iceServers, screens: readLine()?.transport?.screens },
      now.stream,
      now.quality,
      async (sdp) =>
        (
          await call(screen.share, {
            params: { roomId: now.roomId },
            body: { sdp, clientId, height: now.quality, hasSound },
          })
        ).sdp,
      () => void renewScreen(),
    );
    if (shown !== now) {
      close();
      return null;
    }
    now.close = close;
    setState({ roomId: now.roomId, status: 'shown' });
    return null;
  } catch (error) {
    return { mayPass: mayPass(error), sentence: sentenceOf(error) };
  }
}
function end(now: Shown, sentence?: string): void {
  if (shown !== now) return;
  shown = null;
  now.close?.();
  now.stream.getTracks().forEach((track) => track.stop());
  setState(null);
  if (sentence !== undefined) showToast(sentence, { tone: 'bad' });
}
/** Ends the screen that this tab shows. */
export async function stopScreen(): Promise<void> {
  const now = shown;
  if (now === null) return;
  end(now);
  const { roomId, clientId } = now;
  // Who cannot reach the server is missed by it soon.
  await call(screen.leave, { params: { roomId }, body: { clientId } }).catch(() => {});
}
/** Follows what the server tells of the screen. */
export function handleScreenEvent(event: StreamedEvent): void {
  const now = shown;
  if (now === null) return;
  if (event.type === 'voice-ended' && event.clientId === now.clientId)
    end(now, 'Создатель беседы остановил показ экрана.');
  else if (event.type === 'voice' && event.room.roomId === now.roomId) {
    const isThere = event.room.screen?.user === getSession()?.userId;
    if (now.close !== undefined && !isThere) void renewScreen();
  }
}
