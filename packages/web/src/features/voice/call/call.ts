import type { QueryClient } from '@tanstack/react-query';
import type { RingEndedEvent } from '@respa/contract/live-events';
import * as voice from '@respa/contract/voice';
import type { VoiceRoomState } from '@respa/contract/voice';
import { ApiError, call, sentenceOf, urlOf } from '#lib/network/call.ts';
import { randomId } from '#lib/browser/random-id.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { getSession } from '#lib/network/session.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { fetchRooms, keepRoom, readMembers, readNumbered } from '../api.ts';
import {
  changeCall,
  keepForReload,
  readCall,
  setCall,
  takeReloaded,
  type Call,
  type Reloaded,
} from './call-state.ts';
import {
  adoptMicrophone,
  applyMicrophone,
  applyRules,
  beListener,
  closeLine,
  mayPass,
  readLine,
  renewMicrophone,
  setLine,
  takeConnected,
  tellServer,
  type Line,
} from './line.ts';
import { awaitCaller } from './late-caller.ts';
import { openLoudspeaker } from './loudspeaker.ts';
import { SENTENCES } from './microphone.ts';
import { openTransport } from './path.ts';
import { endPauses, pause, PAUSES_MS } from './pause.ts';
import { onPreferences, readPreferences } from './preferences.ts';
import { askToListen, askToTakeOver } from './questions.ts';
import { setSpeaking } from '../rooms/speaking.ts';
import { playSound } from './sounds.ts';
import { NoConnection } from './transport.ts';

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

/** The last press on a button that enters a room: the earlier ones count no longer. */
let lastPress: symbol | undefined;
/** `restored`: by a reload. `isAnswer`: of a call that rings. */
type Entering = {
  restored?: Pick<Reloaded, 'isMuted' | 'isDeaf' | 'isCaller'>;
  isAnswer?: boolean;
};

/** Enters the voice room of a conversation; a call in another one ends. */
export async function joinCall(
  place: Pick<Call, 'roomId' | 'isGroup'>,
  { restored, isAnswer = false }: Entering = {},
): Promise<void> {
  if (readCall()?.roomId === place.roomId) return;
  const press = (lastPress = Symbol('press'));
  const isElsewhere = readCall() === null && restored === undefined && (await isInAnotherTab());
  if (press !== lastPress) return;
  if (isElsewhere && !(await askToTakeOver())) return;
  if (press !== lastPress) return;
  void leaveCall();
  const isCaller =
    !place.isGroup &&
    !isAnswer &&
    restored === undefined &&
    // Who enters where someone is does not call, even if that one leaves at the same moment.
    readMembers(queries, place.roomId).length === 0;
  const opened: Line = {
    loudspeaker: openLoudspeaker(volumeOf, (isBlocked) => {
      if (isOpen(opened)) changeCall({ isBlocked });
    }),
    microphone: null,
    isHeld: false,
    transport: null,
    isThroughSite: false,
    epoch: 0,
    attempts: 0,
    isListener: false,
    mayListen: false,
    isCalling: isCaller,
    isCaller: isCaller || restored?.isCaller === true,
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
    isBlocked: false,
    quality: null,
    path: 'direct',
  });
  opened.loudspeaker.setDeaf(isDeaf);
  void opened.loudspeaker.setDevice(readPreferences().speaker);
  // Without a microphone the member listens.
  await renewMicrophone(opened);
  await connect(opened);
  if (!isOpen(opened) || readCall()?.status !== 'connected') return;
  playSound('join');
  const isThere = () => readMembers(queries, place.roomId).some(({ user }) => user !== me());
  const isMet = !isAnswer || (await awaitCaller(isThere, () => !isOpen(opened)));
  if (!isMet && isOpen(opened)) endCall('Звонок уже закончился.');
}
async function isInAnotherTab(): Promise<boolean> {
  const { rooms } = await fetchRooms(queries).catch(() => ({ rooms: [] }));
  return rooms.some(({ members }) => members.some(({ user }) => user === me()));
}
/** Connects, and again after a failure that may pass. */
async function connect(opened: Line): Promise<void> {
  const now = readCall();
  if (!isOpen(opened) || now === null) return;
  try {
    const { iceServers: relays, engine } = await fetchRooms(queries);
    const adopt = (room: VoiceRoomState) => {
      opened.epoch = room.epoch;
      opened.isCalling = false;
      keepRoom(queries, room);
    };
    const transport = await openTransport(
      { opened, now, relays, engine, adopt },
      {
        onLost: () => void reconnect(opened),
        onSpeaking: (numbers) =>
          setSpeaking(now.roomId, readNumbered(queries, now.roomId, numbers)),
      },
    );
    if (!isOpen(opened)) return transport.close();
    opened.transport = transport;
    opened.attempts = 0;
    changeCall({ status: 'connected', path: transport.path, quality: null });
    await applyMicrophone(opened);
    await tellServer();
  } catch (error) {
    if (!isOpen(opened)) return;
    if (error instanceof NoConnection || mayPass(error)) await reconnect(opened);
    else if (isFull(error) && !opened.isListener) await listenInstead(opened);
    else endCall(isGone(error) ? GONE : sentenceOf(error));
  }
}
const isFull = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'voice_full';
/** Lets the member listen where everyone who may speak is there already. */
async function listenInstead(opened: Line): Promise<void> {
  if (opened.mayListen) showToast(SENTENCES.full, { tone: 'bad' });
  else if (!(await askToListen())) return isOpen(opened) ? leaveCall() : undefined;
  if (!isOpen(opened)) return;
  opened.mayListen = true;
  beListener(opened);
  await connect(opened);
}
/** Tries whether a member who listens may speak now. */
export async function askForPlace(opened: Line): Promise<void> {
  opened.isListener = false;
  if (await renewMicrophone(opened)) await reconnect(opened);
  else if (isOpen(opened)) beListener(opened);
}
/** The room is not the member's any more: excluded, taken over, deleted. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
const GONE = 'Вы больше не в этой голосовой комнате.';

async function reconnect(opened: Line, spread = 0): Promise<void> {
  if (!isOpen(opened)) return;
  opened.transport?.close();
  opened.transport = null;
  const ms = PAUSES_MS[opened.attempts];
  if (ms === undefined) return endCall('Связь с голосовой комнатой потеряна. Войдите ещё раз.');
  opened.attempts += 1;
  changeCall({ status: 'reconnecting', quality: null });
  await pause(ms + Math.random() * spread);
  await connect(opened);
}

/** Ends the call with a sentence about why. */
function endCall(sentence: string): void {
  void leaveCall();
  showToast(sentence, { tone: 'bad' });
}
/** Leaves the voice room. */
export async function leaveCall(): Promise<void> {
  lastPress = undefined;
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
  // The server is reached again.
  if (event.type === 'connected') endPauses();
  if (event.type === 'voice-ended' && event.clientId === now.clientId) endCall(ENDED[event.reason]);
  else if (event.type === 'voice-ring-ended' && event.roomId === now.roomId) {
    const sentence = UNANSWERED[event.reason];
    // Who was called hears it too, in each of their tabs.
    if (sentence !== undefined && opened.isCaller) endCall(sentence);
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
  busy: 'Занято: сейчас идёт другой разговор. Пропущенный звонок останется в переписке.',
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
    if (MICROPHONE.some((name) => chosen[name] !== before[name])) void adoptMicrophone(opened);
    else applyRules(opened);
  });
  const timer = setInterval(async () => {
    const quality = (await readLine()?.transport?.readQuality()) ?? null;
    if (readCall()?.status === 'connected') changeCall({ quality });
  }, QUALITY_MS);
  const keep = () => {
    const left = readCall();
    if (left === null) return;
    keepForReload(readLine()?.isCaller === true);
    const { roomId, clientId } = left;
    // The answer comes when the page is gone.
    void fetch(urlOf(voice.leave, { roomId }), {
      method: voice.leave.method,
      headers: {
        authorization: `Bearer ${getSession()?.token ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ clientId, mayReturn: true }),
      keepalive: true,
    }).catch(() => {});
  };
  window.addEventListener('pagehide', keep);
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  devices?.addEventListener('devicechange', takeConnected);
  const reloaded = takeReloaded();
  if (reloaded !== null) void joinCall(reloaded, { restored: reloaded });
  return () => {
    stopFollowing();
    clearInterval(timer);
    devices?.removeEventListener('devicechange', takeConnected);
    window.removeEventListener('pagehide', keep);
    void leaveCall();
  };
}
