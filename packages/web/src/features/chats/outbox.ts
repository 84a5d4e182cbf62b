import { ApiError, call, isOffline, sentenceOf } from '#lib/call.ts';
import { onConnectionBack } from '#lib/connection.ts';
import { getSession } from '#lib/session.ts';
import type { Message } from './room-state.ts';
import { talkOf } from './talk-calls.ts';

/** A message on its way. Its clientId makes it one message however often it is sent. */
export type Unsent = {
  clientId: string; roomId: string; isGroup: boolean; userId: string; text: string; at: string; state: 'waiting' | 'sending' | 'failed';
  files: File[]; previews: string[]; progress: number; error: string;
  /** What it answers and whom it names, as the call takes them. */
  more?: More;
};
export type More = { replyTo?: string; mentions?: string };
// One entry for each message: tabs of a browser do not write over one another's.
const KEY = 'respa.outbox.';
const RETRY_MS = 3_000;
// Documented. The message goes by itself all the same.
const NOT_SENT = 'Не удалось отправить сообщение. Возможно, проблема во включенном VPN.';
const listeners = new Set<() => void>();
const sentListeners = new Set<(roomId: string, message: Message) => void>();
const stops = new Map<string, AbortController>();
const busyRooms = new Set<string>();
let items: readonly Unsent[] = restore();

/** Text survives the tab; files cannot be kept there. */
function restore(): Unsent[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(KEY)).flatMap((key): Unsent[] => {
    try {
      const stored = JSON.parse(localStorage.getItem(key)!) as Pick<Unsent, 'clientId' | 'roomId' | 'isGroup' | 'userId' | 'text' | 'at' | 'more'>;
      return [{ ...stored, state: 'waiting', files: [], previews: [], progress: 0, error: '' }];
    } catch {
      return [];
    }
  }).sort((a, b) => a.at.localeCompare(b.at));
}
function change(next: readonly Unsent[]): void {
  for (const { clientId } of items) if (!next.some((item) => item.clientId === clientId)) localStorage.removeItem(KEY + clientId);
  for (const { clientId, roomId, isGroup, userId, text, at, files, more } of next) {
    if (text !== '' && files.length === 0 && !items.some((item) => item.clientId === clientId)) localStorage.setItem(KEY + clientId, JSON.stringify({ clientId, roomId, isGroup, userId, text, at, more }));
  }
  items = next;
  listeners.forEach((listener) => listener());
}
const update = (clientId: string, part: Partial<Unsent>) => change(items.map((item) => (item.clientId === clientId ? { ...item, ...part } : item)));

export const readOutbox = (): readonly Unsent[] => items;
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Hears each message that the server took, before the stream tells of it. */
export function onSent(listener: (roomId: string, message: Message) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

export function post(roomId: string, isGroup: boolean, text: string, files: File[], more: More = {}): void {
  const clientId = crypto.randomUUID();
  const item: Unsent = {
    clientId, roomId, isGroup, userId: getSession()?.userId ?? '', text, at: new Date().toISOString(), state: 'waiting', files,
    previews: files.map((file) => URL.createObjectURL(file)), progress: 0, error: '', more,
  };
  change([...items, item]);
  void work(roomId);
}
export function retry(clientId: string): void {
  const item = items.find((one) => one.clientId === clientId);
  if (item === undefined) return;
  update(clientId, { state: 'waiting', error: '' });
  void work(item.roomId);
}
/** Stops a sending, or forgets a message that was not sent. */
export function discard(clientId: string): void {
  stops.get(clientId)?.abort();
  const item = items.find((one) => one.clientId === clientId);
  item?.previews.forEach((preview) => URL.revokeObjectURL(preview));
  change(items.filter((one) => one.clientId !== clientId));
}
/** The stream told of a message that we are still sending. */
export function settle(clientId: string | null): void {
  if (clientId !== null && items.some((item) => item.clientId === clientId)) change(items.filter((item) => item.clientId !== clientId));
}

/** Sends what waits for a room, one after another, so that the order of writing is the order of the room. */
async function work(roomId: string): Promise<void> {
  if (busyRooms.has(roomId)) return;
  busyRooms.add(roomId);
  try {
    for (;;) {
      const item = items.find((one) => one.roomId === roomId && one.state === 'waiting' && one.userId === getSession()?.userId);
      if (item === undefined || !(await sendOne(item))) return;
    }
  } finally {
    busyRooms.delete(roomId);
  }
}
async function sendOne(item: Unsent): Promise<boolean> {
  const stop = new AbortController();
  stops.set(item.clientId, stop);
  update(item.clientId, { state: 'sending' });
  try {
    const { message } = await call(talkOf(item.isGroup).send, {
      params: { roomId: item.roomId }, body: { message: item.text, clientId: item.clientId, imageExists: item.files.length > 0, ...item.more },
      files: { image: item.files }, signal: stop.signal, ...(item.files.length > 0 ? { onProgress: (progress: number) => update(item.clientId, { progress }) } : {}),
    });
    sentListeners.forEach((listener) => listener(item.roomId, message));
    item.previews.forEach((preview) => URL.revokeObjectURL(preview));
    change(items.filter((one) => one.clientId !== item.clientId));
    return true;
  } catch (error) {
    if (stop.signal.aborted) return true;
    // The network or a server in trouble: the message waits and goes by itself. What the server refused waits for its author.
    const goesLater = isOffline(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
    const reason = goesLater && (error as ApiError).status !== 429 ? NOT_SENT : sentenceOf(error);
    update(item.clientId, { state: goesLater ? 'waiting' : 'failed', progress: 0, error: reason });
    if (goesLater) setTimeout(() => void work(item.roomId), RETRY_MS);
    return !goesLater;
  } finally {
    stops.delete(item.clientId);
  }
}
/** Everything that waits, in all rooms: at the start and when the network is back. */
export function workAll(): void {
  for (const roomId of new Set(items.map((item) => item.roomId))) void work(roomId);
}
onConnectionBack(workAll);
