import { ApiError, call, isOffline, sentenceOf } from '#lib/network/call.ts';
import { onConnectionBack } from '#lib/network/connection.ts';
import { warnOfUnsentWork } from '#lib/sign-out-warnings.ts';
import { counted } from '#lib/format.ts';
import { getSession, signedOutByChoice, onSession } from '#lib/network/session.ts';
import {
  countFiles,
  dropFiles,
  findFiles,
  keepFiles,
  NO_FILES,
  type Outgoing,
} from './outbox-files.ts';
import type { Message } from '../rooms/room-state.ts';
import { kindOf, type ConversationKind } from '../rooms/conversation-kind.ts';
import { withPosters } from './video-poster.ts';

export type Preview = { kind: 'image' | 'video' | 'audio'; src: string };
/**
 * A message that is not sent yet. Its clientId makes it one message, however often it is sent.
 * `finding` means that its files are still being loaded from storage after a reload.
 */
export type Unsent = {
  clientId: string;
  roomId: string;
  isGroup: boolean;
  userId: string;
  text: string;
  at: string;
  state: 'finding' | 'waiting' | 'sending' | 'failed';
  files: Outgoing;
  previews: Preview[];
  progress: number;
  error: string;
  /** The replied message and the mentions, in the call's format. */
  more?: More;
};
export type More = { replyTo?: string; mentions?: string };
type Stored = Pick<
  Unsent,
  'clientId' | 'roomId' | 'isGroup' | 'userId' | 'text' | 'at' | 'more'
> & { hasFiles?: boolean };
// One entry per message, so that tabs of a browser do not overwrite each other's.
const KEY = 'respa.outbox.';
const RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 30_000;
const listeners = new Set<() => void>();
const sentListeners = new Set<(roomId: string, message: Message) => void>();
const stops = new Map<string, AbortController>();
const busyRooms = new Set<string>();
/**
 * Rooms where sending failed: the number of failures in a row, the time of the last one, and the
 * retry timer.
 */
const rests = new Map<
  string,
  { tries: number; at: number; timer: ReturnType<typeof setTimeout> }
>();
/**
 * Set while the network holds messages back; `isNotified` is true once the member has closed the
 * dialog about it.
 */
let outage: { isNotified: boolean } | null = null;
let items: readonly Unsent[] = restore();

/** Restores the unsent messages, which survive the tab. */
function restore(): Unsent[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(KEY))
    .flatMap((key): Unsent[] => {
      try {
        const { hasFiles = false, ...stored } = JSON.parse(localStorage.getItem(key)!) as Stored;
        if (hasFiles) void find(stored.clientId);
        return [
          {
            ...stored,
            state: hasFiles ? 'finding' : 'waiting',
            files: NO_FILES,
            previews: [],
            progress: 0,
            error: '',
          },
        ];
      } catch {
        return [];
      }
    })
    .sort((a, b) => a.at.localeCompare(b.at));
}
async function find(clientId: string): Promise<void> {
  const files = await findFiles(clientId);
  const item = items.find((one) => one.clientId === clientId);
  if (item === undefined) return;
  if (files === undefined)
    return update(clientId, {
      state: 'failed',
      error: 'Файлы не сохранились. Отправьте их заново.',
    });
  update(clientId, { state: 'waiting', files, previews: previewsOf(files) });
  void work(item.roomId);
}
function previewsOf({ pictures, videos, voice }: Outgoing): Preview[] {
  const of = (kind: Preview['kind'], files: File[]) =>
    files.map((file) => ({ kind, src: URL.createObjectURL(file) }));
  return [
    ...of('image', pictures),
    ...of('video', videos),
    ...of('audio', voice === null ? [] : [voice.file]),
  ];
}
/** Removes everything about a sent or discarded message from the browser. */
function forget({ clientId, previews, files, state }: Unsent): void {
  localStorage.removeItem(KEY + clientId);
  for (const { src } of previews) URL.revokeObjectURL(src);
  if (countFiles(files) > 0 || state === 'finding' || state === 'failed') void dropFiles(clientId);
}
function change(next: readonly Unsent[]): void {
  for (const item of items)
    if (!next.some(({ clientId }) => clientId === item.clientId)) forget(item);
  items = next;
  if (items.length === 0) outage = null;
  listeners.forEach((listener) => listener());
}
const update = (clientId: string, part: Partial<Unsent>) =>
  change(items.map((item) => (item.clientId === clientId ? { ...item, ...part } : item)));

export const readOutbox = (): readonly Unsent[] => items;
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Returns whether the outage dialog must be shown: once per outage. */
export const isOutageNews = (): boolean => outage?.isNotified === false;
export function closeOutageNews(): void {
  if (outage !== null) outage = { isNotified: true };
  listeners.forEach((listener) => listener());
}
/** Calls the listener for each message that the server accepted, before the stream reports it. */
export function onSent(listener: (roomId: string, message: Message) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

export function post(
  roomId: string,
  { isGroup }: ConversationKind,
  text: string,
  files: Outgoing = NO_FILES,
  more: More = {},
): void {
  const { clientId, userId, at }: Pick<Stored, 'clientId' | 'userId' | 'at'> = {
    clientId: crypto.randomUUID(),
    userId: getSession()?.userId ?? '',
    at: new Date().toISOString(),
  };
  const hasFiles = countFiles(files) > 0;
  localStorage.setItem(
    KEY + clientId,
    JSON.stringify({
      clientId,
      roomId,
      isGroup,
      userId,
      text,
      at,
      more,
      hasFiles,
    } satisfies Stored),
  );
  if (hasFiles) void keepFiles(clientId, files);
  change([
    ...items,
    {
      clientId,
      roomId,
      isGroup,
      userId,
      text,
      at,
      more,
      state: 'waiting',
      files,
      previews: previewsOf(files),
      progress: 0,
      error: '',
    },
  ]);
  void work(roomId);
}
export function retry(clientId: string): void {
  const item = items.find((one) => one.clientId === clientId);
  if (item === undefined) return;
  update(clientId, { state: 'waiting', error: '' });
  void work(item.roomId);
}
/** Aborts a sending, or discards an unsent message. */
export function discard(clientId: string): void {
  stops.get(clientId)?.abort();
  change(items.filter((one) => one.clientId !== clientId));
}
/** The stream reported a message that is still being sent here. */
export function settle(clientId: string | null): void {
  if (clientId !== null && items.some((item) => item.clientId === clientId))
    change(items.filter((item) => item.clientId !== clientId));
}

/**
 * Sends the waiting messages of a room one after another, so that they arrive in the order of
 * writing.
 */
async function work(roomId: string): Promise<void> {
  if (busyRooms.has(roomId)) return;
  busyRooms.add(roomId);
  try {
    for (;;) {
      const item = items.find(
        (one) =>
          one.roomId === roomId &&
          (one.state === 'waiting' || one.state === 'finding') &&
          one.userId === getSession()?.userId,
      );
      if (item === undefined || item.state === 'finding' || !(await sendOne(item))) return;
    }
  } finally {
    busyRooms.delete(roomId);
  }
}
async function sendOne(item: Unsent): Promise<boolean> {
  const { clientId, roomId, text, files, more } = item;
  const stop = new AbortController();
  stops.set(clientId, stop);
  update(clientId, { state: 'sending', error: '' });
  try {
    const hasFiles = countFiles(files) > 0;
    const { pictures, voice } = files;
    const { videos, posters } = await withPosters(files);
    const { message } = await call(kindOf(item).calls.send, {
      params: { roomId },
      body: {
        message: text,
        clientId,
        imageExists: pictures.length > 0,
        videoExists: videos.length > 0,
        audioExists: voice !== null,
        isFile: hasFiles,
        ...more,
        ...(voice === null ? {} : { peaks: JSON.stringify(voice.peaks) }),
      },
      files: {
        image: pictures,
        video: videos,
        poster: posters,
        audio: voice === null ? [] : [voice.file],
      },
      signal: stop.signal,
      ...(hasFiles ? { onProgress: (progress: number) => update(clientId, { progress }) } : {}),
    });
    outage = null;
    endRest(roomId);
    sentListeners.forEach((listener) => listener(roomId, message));
    change(items.filter((one) => one.clientId !== clientId));
    return true;
  } catch (error) {
    if (stop.signal.aborted) return true;
    // After a network failure or a server error, the message waits and is retried automatically.
    // After a refusal by the server, it waits for its author.
    const isLost = isOffline(error);
    const goesLater =
      isLost || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
    if (isLost) outage ??= { isNotified: false };
    update(clientId, {
      state: goesLater ? 'waiting' : 'failed',
      progress: 0,
      error: isLost ? '' : sentenceOf(error),
    });
    if (goesLater) rest(roomId);
    return !goesLater;
  } finally {
    stops.delete(clientId);
  }
}
function endRest(roomId: string): void {
  clearTimeout(rests.get(roomId)?.timer);
  rests.delete(roomId);
}
/** Doubles the pause with each failure in a row. */
function rest(roomId: string): void {
  const tries = rests.get(roomId)?.tries ?? 0;
  endRest(roomId);
  const pause = Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** tries);
  rests.set(roomId, {
    tries: tries + 1,
    at: Date.now(),
    timer: setTimeout(() => void work(roomId), pause),
  });
}
/**
 * Sends everything that waits in all rooms: at the start and when the network is back. Rooms in
 * back-off wait at least `RETRY_MS`, because a network may pass everything except messages.
 */
export function workAll(): void {
  forgetStrangers();
  for (const roomId of new Set(items.map((item) => item.roomId))) {
    const resting = rests.get(roomId);
    if (resting === undefined) {
      void work(roomId);
      continue;
    }
    clearTimeout(resting.timer);
    resting.timer = setTimeout(
      () => void work(roomId),
      Math.max(0, resting.at + RETRY_MS - Date.now()),
    );
  }
}
onConnectionBack(workAll);
/**
 * Deletes other members' messages from this browser. A member who signs out leaves nothing behind,
 * and a session that ended by itself leaves nothing to another member. Other tabs may have stored
 * messages too.
 */
function forgetStrangers(): void {
  const me = getSession()?.userId;
  if (me === undefined && !signedOutByChoice()) return;
  const left = items.filter(({ userId }) => userId === me);
  if (left.length < items.length) change(left);
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(KEY))) {
    if ((JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Stored>).userId === me) continue;
    localStorage.removeItem(key);
    void dropFiles(key.slice(KEY.length));
  }
}
onSession(forgetStrangers);
warnOfUnsentWork(() => {
  const me = getSession()?.userId;
  // Includes those of other tabs.
  const count = Object.keys(localStorage).filter(
    (key) => key.startsWith(KEY) && localStorage.getItem(key)!.includes(`"userId":"${me}"`),
  ).length;
  return count === 0
    ? null
    : `Не отправлено ${counted(count, ['сообщение', 'сообщения', 'сообщений'])}. После выхода ${count === 1 ? 'оно пропадёт' : 'они пропадут'}.`;
});
