import { useSyncExternalStore } from 'react';
import * as cloud from '@respa/contract/cloud';
import { FILES } from '@respa/contract/limits';
import { call, isOffline, sentenceOf } from '#lib/network/call.ts';
import { connectionOr, onConnectionBack } from '#lib/network/connection.ts';
import { createFileStore } from '#lib/file-store.ts';
import { callOff, sendResumable } from '#lib/network/resumable.ts';
import { getSession, onSession } from '#lib/network/session.ts';
import { setUploading } from './upload-flag.ts';

/** A file being uploaded to the cloud. Its key makes it one file, however often it is sent. */
export type Upload = {
  key: string;
  userId: string;
  file: File;
  folderId: string;
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'done';
  /** 0 to 1. */
  progress: number;
  error: string;
  /** The address of a resumable upload that has been started. */
  address: string | null;
};
type Stored = Pick<Upload, 'key' | 'userId' | 'file' | 'folderId' | 'address'>;

/** In bytes: from this size on, a file uses the resumable protocol. */
const LARGE = 4 * 1024 * 1024;
/** In bytes: the maximum of one request with small files, which holds at most five of them. */
const BATCH_BYTES = 16 * 1024 * 1024;
const AT_ONCE = 2;
const RETRY_MS = 3_000;

const kept = createFileStore<Stored>('respa.cloud');
const listeners = new Set<() => void>();
const arrivals = new Set<() => void>();
const stops = new Map<string, AbortController>();
/**
 * Each upload of this browser belongs to one tab. Maps uploads to the functions that release them
 * when they are over.
 */
const releases = new Map<string, () => void>();
const writes = new Map<string, Promise<unknown>>();
let items: readonly Upload[] = [];
let running = 0;

function change(next: readonly Upload[]): void {
  items = next;
  setUploading(items.length > 0);
  for (const listener of listeners) listener();
}
const update = (keys: readonly string[], part: Partial<Upload>) =>
  change(items.map((item) => (keys.includes(item.key) ? { ...item, ...part } : item)));

/** Claims an upload for this tab while it lasts. Returns false if another tab has it. */
function claim(key: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(`respa.cloud.${key}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null
        ? undefined
        : new Promise<void>((release) => {
            releases.set(key, release);
          });
    });
  });
}
/** Settles when all requested writes for a file are done. */
const written = (key: string): Promise<unknown> => writes.get(key) ?? Promise.resolve();
/**
 * Runs the writes for a file in the order of their requests, so that a file dropped immediately is
 * not stored afterwards. A failed write does not block later ones.
 */
function write(key: string, work: () => Promise<unknown>): void {
  const last = written(key)
    .then(work)
    .catch(() => {})
    .finally(() => {
      if (writes.get(key) === last) writes.delete(key);
    });
  writes.set(key, last);
}
const letGo = (key: string): void =>
  write(key, async () => {
    await kept.drop(key);
    releases.get(key)?.();
    releases.delete(key);
  });

/** Adds files to the queue of a folder. A file that is too large is reported and not sent. */
export function addUploads(files: readonly File[], folderId: string): void {
  const userId = getSession()?.userId ?? '';
  const added = files.map((file): Upload => {
    const isLarge = file.size > FILES.cloud;
    return {
      key: crypto.randomUUID(),
      userId,
      file,
      folderId,
      state: isLarge ? 'failed' : 'waiting',
      progress: 0,
      error: isLarge ? 'Файл слишком большой: не больше 100 Mb' : '',
      address: null,
    };
  });
  change([...items, ...added]);
  for (const item of added)
    if (item.state === 'waiting')
      write(item.key, () => claim(item.key).then(() => kept.keep(item.key, storedOf(item))));
  work();
}
const storedOf = ({ key, userId, file, folderId, address }: Upload): Stored => ({
  key,
  userId,
  file,
  folderId,
  address,
});

/** Resumes what an earlier visit did not finish. */
export async function restoreUploads(): Promise<void> {
  for (const item of await kept.all()) {
    if (
      items.some(({ key }) => key === item.key) ||
      item.userId !== getSession()?.userId ||
      !(await claim(item.key))
    )
      continue;
    change([...items, { ...item, state: 'waiting', progress: 0, error: '' }]);
  }
  if (items.length === 0) setUploading(false);
  work();
}

/** Returns the next uploads that share a request: one large file, or small ones of one folder. */
function pickNext(): Upload[] {
  const waiting = items.filter((item) => item.state === 'waiting');
  const [first] = waiting;
  if (first === undefined || first.file.size >= LARGE) return first === undefined ? [] : [first];
  const batch: Upload[] = [];
  let bytes = 0;
  for (const item of waiting) {
    if (item.folderId !== first.folderId || item.file.size >= LARGE) continue;
    if (batch.length === FILES.cloudFiles || bytes + item.file.size > BATCH_BYTES) break;
    batch.push(item);
    bytes += item.file.size;
  }
  return batch;
}
function work(): void {
  while (running < AT_ONCE) {
    const next = pickNext();
    if (next.length === 0) return;
    running += 1;
    void run(next).finally(() => {
      running -= 1;
      work();
    });
  }
}
async function run(batch: readonly Upload[]): Promise<void> {
  const stop = new AbortController();
  const keys = batch.map(({ key }) => key);
  for (const key of keys) stops.set(key, stop);
  update(keys, { state: 'sending', error: '' });
  try {
    // Running uploads are stored first, so that they continue after a reload.
    await Promise.all(keys.map(written));
    stop.signal.throwIfAborted();
    await (batch[0]!.file.size >= LARGE
      ? sendLarge(batch[0]!, stop.signal)
      : sendSmall(batch, stop.signal));
    update(keys, { state: 'done', progress: 1 });
    keys.forEach(letGo);
    for (const listener of arrivals) listener();
  } catch (error) {
    const left = items
      .filter((item) => keys.includes(item.key) && item.state === 'sending')
      .map(({ key }) => key);
    if (stop.signal.aborted) update(left, { state: 'waiting' });
    else if (isOffline(error)) {
      update(left, { state: 'waiting', error: 'Нет связи. Продолжим, когда она вернётся.' });
      await connectionOr(RETRY_MS);
    } else update(left, { state: 'failed', error: sentenceOf(error) });
  } finally {
    for (const key of keys) if (stops.get(key) === stop) stops.delete(key);
  }
}
async function sendSmall(batch: readonly Upload[], signal: AbortSignal): Promise<void> {
  const total = batch.reduce((sum, { file }) => sum + file.size, 0);
  await call(cloud.upload, {
    query: { limit: 1 },
    body: { folder: { id: batch[0]!.folderId }, keys: batch.map(({ key }) => key) },
    files: { file: batch.map(({ file }) => file) },
    signal,
    onProgress: (part) => {
      // The files of a batch are sent one after another.
      let left = part * total;
      const parts = new Map(
        batch.map(({ key, file }) => {
          const share = file.size === 0 ? part : Math.min(1, Math.max(0, left / file.size));
          left -= file.size;
          return [key, share];
        }),
      );
      change(
        items.map((item) =>
          parts.has(item.key) ? { ...item, progress: parts.get(item.key)! } : item,
        ),
      );
    },
  });
}
async function sendLarge(
  { key, file, folderId, address }: Upload,
  signal: AbortSignal,
): Promise<void> {
  const id = await sendResumable({
    file,
    purpose: 'cloud',
    address,
    signal,
    onProgress: (progress) => update([key], { progress }),
    onAddress: (begun) => {
      update([key], { address: begun });
      const item = items.find((one) => one.key === key);
      if (item !== undefined) write(key, () => kept.keep(key, storedOf(item)));
    },
  });
  await call(cloud.upload, {
    query: { limit: 1 },
    body: { folder: { id: folderId }, uploads: [id], keys: [key] },
    signal,
  });
}

/** Pauses an upload. Others in the same request continue without it. */
export function pauseUpload(key: string): void {
  update([key], { state: 'paused' });
  stops.get(key)?.abort();
}
export function resumeUpload(key: string): void {
  update([key], { state: 'waiting', error: '' });
  work();
}
export function pauseAll(): void {
  for (const { key, state } of items)
    if (state === 'waiting' || state === 'sending') pauseUpload(key);
}
export function resumeAll(): void {
  update(
    items.filter(({ state }) => state === 'paused' || state === 'failed').map(({ key }) => key),
    { state: 'waiting', error: '' },
  );
  work();
}
/** Removes an upload in whatever state it is. */
export function cancelUpload(key: string): void {
  const item = items.find((one) => one.key === key);
  change(items.filter((one) => one.key !== key));
  stops.get(key)?.abort();
  letGo(key);
  if (item?.address != null && item.state !== 'done') void callOff(item.address);
}
/** Removes finished uploads from the list. */
export function clearDone(): void {
  change(
    items.filter(({ state, error }) => state !== 'done' && !(state === 'failed' && error !== '')),
  );
}

onConnectionBack(work);
// One member's uploads are not sent by the next member who signs in here.
onSession(() => {
  const userId = getSession()?.userId;
  const others = items.filter((item) => item.userId !== userId);
  if (others.length === 0) return;
  for (const { key } of others) {
    stops.get(key)?.abort();
    releases.get(key)?.();
    releases.delete(key);
  }
  change(items.filter((item) => item.userId === userId));
});
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const NONE: readonly Upload[] = [];
export const useUploads = (): readonly Upload[] =>
  useSyncExternalStore(
    subscribe,
    () => items,
    () => NONE,
  );
/** Calls the listener each time files have arrived. */
export function onArrival(listener: () => void): () => void {
  arrivals.add(listener);
  return () => void arrivals.delete(listener);
}
