import type { QueryClient } from '@tanstack/react-query';
import type { RingEndedEvent } from '@respa/contract/live-events';
import * as voice from '@respa/contract/voice';
import { ApiError, call, sentenceOf, urlOf } from '#lib/network/call.ts';
import { randomId } from '#lib/random-id.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { getSession } from '#lib/network/session.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { fetchRooms, keepRoom, readMembers } from '../api.ts';
import {
  changeCall,
  keepForReload,
  readCall,
  setCall,
  takeReloaded,
  type Call,
} from './call-state.ts';
import { NoConnection, openDirect } from './direct.ts';
import {
  applyMicrophone,
  applyRules,
  closeLine,
  readLine,
  renewMicrophone,
  setLine,
  tellServer,
  type Line,
} from './line.ts';
import { openLoudspeaker } from './loudspeaker.ts';
import { onPreferences, readPreferences } from './preferences.ts';
import { playSound } from './sounds.ts';

/** Pauses between attempts to connect again, in ms; after the last one the call ends. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** Everyone of a room connects again at once, so each waits up to this, in ms. */
const SPREAD_MS = 2_000;
const QUALITY_MS = 3_000;

let queries: QueryClient;
export const setQueries = (client: QueryClient): void => {
  queries = client;
};
/** Whether the call goes on that something was begun for. */
const isOpen = (opened: Line): boolean => readLine() === opened;
const me = () => getSession()?.userId ?? '';

/** Returns how loud a member with a number is, as this member has chosen. */
function volumeOf(number: number | undefined): number {
  const roomId = readCall()?.roomId;
  if (number === undefined || roomId === undefined) return 1;
  const user = readMembers(queries, roomId).find((one) => one.number === number)?.user;
  return (user === undefined ? undefined : readPreferences().volumes[user]) ?? 1;
}

/** Enters the voice room of a conversation; a call in another one ends. */
export async function joinCall(
  place: Pick<Call, 'roomId' | 'isGroup'>,
  restored?: Pick<Call, 'isMuted' | 'isDeaf'>,
): Promise<void> {
  if (readCall()?.roomId === place.roomId) return;
  const isElsewhere = readCall() === null && restored === undefined && (await isInAnotherTab());
  if (isElsewhere && !(await askToTakeOver())) return;
  if (readCall() !== null) await leaveCall();
  const opened: Line = {
    // Made within the click, or browsers keep it silent.
    loudspeaker: openLoudspeaker(volumeOf),
    microphone: null,
    isHeld: false,
    transport: null,
    epoch: 0,
    attempts: 0,
    isCalling: !place.isGroup && restored === undefined,
    stop: new AbortController(),
  };
  setLine(opened);
  const { isMuted = false, isDeaf = false } = restored ?? {};
  setCall({
    ...place,
    clientId: randomId(),
    status: 'joining',
    since: Date.now(),
    isMuted,
    isDeaf,
    problem: null,
    quality: null,
    path: 'direct',
  });
  opened.loudspeaker.setDeaf(isDeaf);
  void opened.loudspeaker.setDevice(readPreferences().speaker);
  // Without a microphone the member listens.
  await renewMicrophone(opened);
  await connect(opened);
  if (isOpen(opened) && readCall()?.status === 'connected') playSound('join');
}
async function isInAnotherTab(): Promise<boolean> {
  const { rooms } = await fetchRooms(queries).catch(() => ({ rooms: [] }));
  return rooms.some(({ members }) => members.some(({ user }) => user === me()));
}
const askToTakeOver = () =>
  confirm({
    title: 'Перенести разговор сюда?',
    text: 'Вы уже в голосовой комнате — в другой вкладке или на другом устройстве. Там разговор закончится.',
    action: 'Перенести',
  });

/** Connects, and again after a failure that may pass. */
async function connect(opened: Line): Promise<void> {
  const now = readCall();
  if (!isOpen(opened) || now === null) return;
  try {
    const { iceServers: relays } = await fetchRooms(queries);
    const transport = await openDirect(
      relays,
      async (sdp) => {
        const { sdp: answer, room } = await call(voice.join, {
          params: { roomId: now.roomId },
          body: { sdp, clientId: now.clientId, isCalling: opened.isCalling },
          signal: opened.stop.signal,
        });
        opened.epoch = room.epoch;
        opened.isCalling = false;
        keepRoom(queries, room);
        return answer;
      },
      opened.loudspeaker,
      { onLost: () => void reconnect(opened) },
    );
    if (!isOpen(opened)) return transport.close();
    opened.transport = transport;
    opened.attempts = 0;
    changeCall({ status: 'connected', path: transport.path, quality: null });
    await applyMicrophone(opened);
    await tellServer();
  } catch (error) {
    if (!isOpen(opened)) return;
    if (mayPass(error)) await reconnect(opened);
    else endCall(sentenceOf(error));
  }
}
const mayPass = (error: unknown): boolean =>
  error instanceof NoConnection ||
  (error instanceof ApiError &&
    (error.code === 'offline' || (error.status >= 500 && error.code !== 'voice_busy')));

async function reconnect(opened: Line, spread = 0): Promise<void> {
  if (!isOpen(opened)) return;
  opened.transport?.close();
  opened.transport = null;
  const pause = PAUSES_MS[opened.attempts];
  if (pause === undefined) return endCall('Связь с голосовой комнатой потеряна. Войдите ещё раз.');
  opened.attempts += 1;
  changeCall({ status: 'reconnecting', quality: null });
  await new Promise((resolve) => {
    setTimeout(resolve, pause + Math.random() * spread);
  });
  await connect(opened);
}

/** Ends the call with a sentence about why. */
function endCall(sentence: string): void {
  void leaveCall();
  showToast(sentence, { tone: 'bad' });
}
/** Leaves the voice room. */
export async function leaveCall(): Promise<void> {
  const left = readCall();
  if (left === null) return;
  closeLine();
  playSound('leave');
  const { roomId, clientId } = left;
  // Who cannot reach the server is missed by it soon.
  await call(voice.leave, { params: { roomId }, body: { clientId } }).catch(() => {});
}

/** Follows what the server tells of the room that this tab is in. */
export function handleCallEvent(event: StreamedEvent): void {
  const [opened, now] = [readLine(), readCall()];
  if (opened === null || now === null) return;
  if (event.type === 'voice-ended' && event.clientId === now.clientId) endCall(ENDED[event.reason]);
  else if (event.type === 'voice-ring-ended' && event.roomId === now.roomId) {
    const sentence = UNANSWERED[event.reason];
    if (sentence !== undefined) endCall(sentence);
  } else if (event.type === 'voice' && event.room.roomId === now.roomId) {
    if (now.status !== 'connected') return;
    const isInside = event.room.members.some(({ user }) => user === me());
    if (event.room.epoch > opened.epoch) void reconnect(opened, SPREAD_MS);
    else if (!isInside) void reconnect(opened);
  }
}
const UNANSWERED: Partial<Record<RingEndedEvent['reason'], string>> = {
  declined: 'Звонок отклонён.',
  missed: 'Вам не ответили.',
  busy: 'Занято: собеседник уже разговаривает. Он увидит пропущенный звонок.',
};
const ENDED = {
  taken: 'Разговор продолжается в другой вкладке или на другом устройстве.',
  removed: 'Вас убрали из голосовой комнаты.',
};

/** Choices that need the microphone to be opened again. */
const MICROPHONE = [
  'microphone',
  'isNoiseSuppressed',
  'isEchoCancelled',
  'isVolumeLevelled',
] as const;
/** Keeps the call while the page lives. Returns what stops it. */
export function startCalls(client: QueryClient): () => void {
  queries = client;
  const stopFollowing = onPreferences((before) => {
    const chosen = readPreferences();
    if (chosen.speaker !== before.speaker) void readLine()?.loudspeaker.setDevice(chosen.speaker);
    const opened = readLine();
    if (opened === null) return;
    if (MICROPHONE.some((name) => chosen[name] !== before[name]))
      void renewMicrophone(opened).then(() => applyMicrophone(opened));
    else applyRules(opened);
  });
  const timer = setInterval(async () => {
    const quality = (await readLine()?.transport?.readQuality()) ?? null;
    if (readCall()?.status === 'connected') changeCall({ quality });
  }, QUALITY_MS);
  const keep = () => {
    const left = readCall();
    if (left === null) return;
    keepForReload();
    const { roomId, clientId } = left;
    // The answer comes when the page is gone.
    void fetch(urlOf(voice.leave, { roomId }), {
      method: voice.leave.method,
      headers: {
        authorization: `Bearer ${getSession()?.token ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ clientId }),
      keepalive: true,
    }).catch(() => {});
  };
  window.addEventListener('pagehide', keep);
  const reloaded = takeReloaded();
  if (reloaded !== null) void joinCall(reloaded, reloaded);
  return () => {
    stopFollowing();
    clearInterval(timer);
    window.removeEventListener('pagehide', keep);
    void leaveCall();
  };
}
