import type { QueryClient } from '@tanstack/react-query';
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
import { openLoudspeaker, type Loudspeaker } from './loudspeaker.ts';
import { openMicrophone, SENTENCES } from './microphone.ts';
import { onPreferences, readPreferences } from './preferences.ts';
import { playSound } from './sounds.ts';
import type { Transport } from './transport.ts';

/** Pauses between attempts to connect again, in ms; after the last one the call ends. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** Everyone of a room connects again at once, so each waits up to this, in ms. */
const SPREAD_MS = 2_000;
/** Someone who stays muted sends nothing after this, in ms. */
const SILENCE_MS = 10_000;
const QUALITY_MS = 3_000;

/** What a call holds besides its state: it ends as a whole. */
type Line = {
  loudspeaker: Loudspeaker;
  microphone: MediaStream | null;
  transport: Transport | null;
  epoch: number;
  attempts: number;
  silence?: ReturnType<typeof setTimeout> | undefined;
  stop: AbortController;
};
let line: Line | null = null;
let queries: QueryClient;
export const setQueries = (client: QueryClient): void => {
  queries = client;
};
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
    transport: null,
    epoch: 0,
    attempts: 0,
    stop: new AbortController(),
  };
  line = opened;
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
  const { microphone, speaker } = readPreferences();
  void opened.loudspeaker.setDevice(speaker);
  const found = await openMicrophone(microphone);
  if (line !== opened) return stopTracks('stream' in found ? found.stream : null);
  if ('stream' in found) opened.microphone = found.stream;
  else {
    changeCall({ problem: found.problem });
    showToast(SENTENCES[found.problem], { tone: 'bad' });
  }
  await connect(opened);
  if (line === opened && readCall()?.status === 'connected') playSound('join');
}
const stopTracks = (stream: MediaStream | null) =>
  stream?.getTracks().forEach((track) => track.stop());
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
  if (line !== opened || now === null) return;
  try {
    const { iceServers: relays } = await fetchRooms(queries);
    const transport = await openDirect(
      relays,
      async (sdp) => {
        const { sdp: answer, room } = await call(voice.join, {
          params: { roomId: now.roomId },
          body: { sdp, clientId: now.clientId },
          signal: opened.stop.signal,
        });
        opened.epoch = room.epoch;
        keepRoom(queries, room);
        return answer;
      },
      opened.loudspeaker,
      { onLost: () => void reconnect(opened) },
    );
    if (line !== opened) return transport.close();
    opened.transport = transport;
    opened.attempts = 0;
    changeCall({ status: 'connected', path: transport.path, quality: null });
    await applyMicrophone(opened);
    await tellServer();
  } catch (error) {
    if (line !== opened) return;
    if (mayPass(error)) await reconnect(opened);
    else endCall(sentenceOf(error));
  }
}
const mayPass = (error: unknown): boolean =>
  error instanceof NoConnection ||
  (error instanceof ApiError && (error.code === 'offline' || error.status >= 500));

async function reconnect(opened: Line, spread = 0): Promise<void> {
  if (line !== opened) return;
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

function close(): void {
  const opened = line;
  line = null;
  setCall(null);
  if (opened === null) return;
  opened.stop.abort();
  clearTimeout(opened.silence);
  opened.transport?.close();
  opened.loudspeaker.close();
  stopTracks(opened.microphone);
}
/** Ends the call on this page with a sentence about why. */
function endCall(sentence: string): void {
  close();
  playSound('leave');
  showToast(sentence, { tone: 'bad' });
}
/** Leaves the voice room. */
export async function leaveCall(): Promise<void> {
  const left = readCall();
  if (left === null) return;
  close();
  playSound('leave');
  const { roomId, clientId } = left;
  // Who cannot reach the server is missed by it soon.
  await call(voice.leave, { params: { roomId }, body: { clientId } }).catch(() => {});
}

async function tellServer(): Promise<void> {
  const now = readCall();
  if (now?.status !== 'connected') return;
  const { roomId, isMuted, isDeaf } = now;
  await call(voice.setOwn, { params: { roomId }, body: { isMuted, isDeaf } }).catch(() => {});
}
/** Sends the microphone, or nothing while it is off. */
async function applyMicrophone(opened: Line): Promise<void> {
  const isMuted = readCall()?.isMuted === true;
  const track = opened.microphone?.getAudioTracks()[0] ?? null;
  clearTimeout(opened.silence);
  if (track !== null) track.enabled = !isMuted;
  if (!isMuted) await opened.transport?.send(track);
  else opened.silence = setTimeout(() => void opened.transport?.send(null), SILENCE_MS);
}
/** Opens the microphone again: after a refusal, or when another one was chosen. */
async function renewMicrophone(opened: Line): Promise<boolean> {
  const found = await openMicrophone(readPreferences().microphone);
  if (line !== opened) {
    stopTracks('stream' in found ? found.stream : null);
    return false;
  }
  if ('problem' in found) {
    changeCall({ problem: found.problem });
    showToast(SENTENCES[found.problem], { tone: 'bad' });
    return false;
  }
  stopTracks(opened.microphone);
  opened.microphone = found.stream;
  changeCall({ problem: null });
  return true;
}
/** Turns the own microphone on or off. One that could not be opened is tried again. */
export async function toggleMicrophone(): Promise<void> {
  const [opened, now] = [line, readCall()];
  if (opened === null || now === null) return;
  if (now.problem !== null) {
    if (!(await renewMicrophone(opened))) return;
    changeCall({ isMuted: false });
  } else changeCall({ isMuted: !now.isMuted });
  const isMuted = readCall()?.isMuted === true;
  // Who speaks wants to hear the others too.
  if (!isMuted) setDeaf(false);
  playSound(isMuted ? 'mute' : 'unmute');
  await applyMicrophone(opened);
  await tellServer();
}
function setDeaf(isDeaf: boolean): void {
  changeCall({ isDeaf });
  line?.loudspeaker.setDeaf(isDeaf);
}
/** Turns the sound of the others off or on; without it, the microphone is off too. */
export async function toggleSound(): Promise<void> {
  const [opened, now] = [line, readCall()];
  if (opened === null || now === null) return;
  const isDeaf = !now.isDeaf;
  setDeaf(isDeaf);
  changeCall({ isMuted: isDeaf });
  playSound(isDeaf ? 'mute' : 'unmute');
  await applyMicrophone(opened);
  await tellServer();
}

/** Follows what the server tells of the room that this tab is in. */
export function handleCallEvent(event: StreamedEvent): void {
  const [opened, now] = [line, readCall()];
  if (opened === null || now === null) return;
  if (event.type === 'voice-ended' && event.clientId === now.clientId) endCall(ENDED[event.reason]);
  else if (event.type === 'voice' && event.room.roomId === now.roomId) {
    if (now.status !== 'connected') return;
    const isInside = event.room.members.some(({ user }) => user === me());
    if (event.room.epoch > opened.epoch) void reconnect(opened, SPREAD_MS);
    else if (!isInside) void reconnect(opened);
  }
}
const ENDED = {
  taken: 'Разговор продолжается в другой вкладке или на другом устройстве.',
  removed: 'Вас убрали из голосовой комнаты.',
};

/** Keeps the call while the page lives. Returns what stops it. */
export function startCalls(client: QueryClient): () => void {
  queries = client;
  const stopFollowing = onPreferences((before) => {
    const chosen = readPreferences();
    if (chosen.speaker !== before.speaker) void line?.loudspeaker.setDevice(chosen.speaker);
    const opened = line;
    if (chosen.microphone !== before.microphone && opened !== null)
      void renewMicrophone(opened).then(() => applyMicrophone(opened));
  });
  const timer = setInterval(async () => {
    const quality = (await line?.transport?.readQuality()) ?? null;
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
