import { useSyncExternalStore } from 'react';
import { isOffline, sentenceOf } from '#lib/network/call.ts';
import { connectionOr, onConnectionBack } from '#lib/network/connection.ts';
import { createFileStore } from '#lib/member/file-store.ts';
import { callOff, sendResumable } from '#lib/network/resumable.ts';
import { getSession, onSession } from '#lib/network/session.ts';
import { warnOfUnsentWork } from '#lib/member/sign-out-warnings.ts';
import { setUploading } from './upload-flag.ts';
import { findSender, type UploadSender } from './upload-senders.ts';
import { requestLock } from '#lib/browser/locks.ts';
import { randomId } from '#lib/browser/random-id.ts';

/** What each kind of upload stores beside its file. */
export interface UploadData {}
export type UploadKind = keyof UploadData;
/** A file being uploaded. Its key makes it one file, however often it is sent. */
export type Upload<Kind extends UploadKind = UploadKind> = {
  key: string;
  userId: string;
  kind: Kind;
  file: File;
  data: UploadData[Kind];
  /** `ready`: the server has the bytes, and the member still has to say what they are for. */
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'ready' | 'done';
  /** 0 to 1. */
  progress: number;
  error: string;
  /** The error itself, as long as the page lives. */
  cause?: unknown;
  /** The address of a resumable upload that has been started. */
  address: string | null;
};
type Stored = Pick<Upload, 'key' | 'userId' | 'kind' | 'file' | 'data' | 'address'>;

const AT_ONCE = 2;
const RETRY_MS = 3_000;

const kept = createFileStore<Stored>('respa.uploads');
const listeners = new Set<() => void>();
const arrivals = new Set<(kind: UploadKind) => void>();
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
export const updateUploads = (keys: readonly string[], part: Partial<Upload>) =>
  change(items.map((item) => (keys.includes(item.key) ? { ...item, ...part } : item)));

/** Claims an upload for this tab while it lasts. Returns false if another tab has it. */
function claim(key: string): Promise<boolean> {
  return new Promise((resolve) => {
    void requestLock(`respa.upload.${key}`, { ifAvailable: true }, (lock) => {
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

/** Adds files to the queue. A file with an `error` is reported and not sent. Returns their keys. */
export function addUploads<Kind extends UploadKind>(
  kind: Kind,
  files: readonly File[],
  data: UploadData[Kind],
  errorOf: (file: File) => string = () => '',
): string[] {
  const userId = getSession()?.userId ?? '';
  const added = files.map((file): Upload => {
    const error = errorOf(file);
    return {
      key: randomId(),
      userId,
      kind,
      file,
      data,
      state: error === '' ? 'waiting' : 'failed',
      progress: 0,
      error,
      address: null,
    };
  });
  change([...items, ...added]);
  for (const item of added)
    if (item.state === 'waiting')
      write(item.key, () => claim(item.key).then(() => kept.keep(item.key, storedOf(item))));
  work();
  return added.map(({ key }) => key);
}
const storedOf = ({ key, userId, kind, file, data, address }: Upload): Stored => ({
  key,
  userId,
  kind,
  file,
  data,
  address,
});
/** Stores the present state of an upload, so that it continues after a reload. */
function store(key: string): void {
  const item = items.find((one) => one.key === key);
  if (item !== undefined) write(key, () => kept.keep(key, storedOf(item)));
}
/** Says what an upload is for, and sends it once more if it is ready or has failed. */
export function setUploadData<Kind extends UploadKind>(key: string, data: UploadData[Kind]): void {
  const state = items.find((one) => one.key === key)?.state;
  updateUploads([key], { data, error: '', cause: undefined });
  if (state === 'ready' || state === 'failed') updateUploads([key], { state: 'waiting' });
  store(key);
  work();
}

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

function work(): void {
  while (running < AT_ONCE && items.some(({ state }) => state === 'waiting')) {
    running += 1;
    void startNext().then(() => {
      running -= 1;
      work();
    });
  }
}
/** Sends the next uploads that share a request, or waits for the code that sends them. */
async function startNext(): Promise<void> {
  const kind = items.find(({ state }) => state === 'waiting')!.kind;
  const sender = await findSender(kind)?.().catch(() => null);
  if (sender == null) return connectionOr(RETRY_MS);
  const { pick, send } = sender;
  const waiting = items.filter((item) => item.kind === kind && item.state === 'waiting');
  const batch = waiting.length === 0 ? [] : pick(waiting);
  if (batch.length > 0) await run(batch, send);
}
async function run(batch: readonly Upload[], send: UploadSender['send']): Promise<void> {
  const stop = new AbortController();
  const keys = batch.map(({ key }) => key);
  for (const key of keys) stops.set(key, stop);
  updateUploads(keys, { state: 'sending', error: '' });
  try {
    // Running uploads are stored first, so that they continue after a reload.
    await Promise.all(keys.map(written));
    stop.signal.throwIfAborted();
    const state = await send(batch, stop.signal);
    updateUploads(keys, { state, progress: 1 });
    if (state === 'ready') return;
    keys.forEach(letGo);
    for (const listener of arrivals) listener(batch[0]!.kind);
  } catch (error) {
    const left = items
      .filter((item) => keys.includes(item.key) && item.state === 'sending')
      .map(({ key }) => key);
    if (stop.signal.aborted) updateUploads(left, { state: 'waiting' });
    else if (isOffline(error)) {
      updateUploads(left, { state: 'waiting', error: 'Нет связи. Продолжим, когда она вернётся.' });
      await connectionOr(RETRY_MS);
    } else updateUploads(left, { state: 'failed', error: sentenceOf(error), cause: error });
  } finally {
    for (const key of keys) if (stops.get(key) === stop) stops.delete(key);
  }
}
/** Sends the bytes of one upload in parts. Returns the id by which a call uses them. */
export const sendInParts = (
  { key, file, kind, address }: Upload,
  signal: AbortSignal,
): Promise<string> =>
  sendResumable({
    file,
    purpose: kind,
    address,
    signal,
    onProgress: (progress) => updateUploads([key], { progress }),
    onAddress: (begun) => {
      updateUploads([key], { address: begun });
      store(key);
    },
  });
/** Shows the progress of several uploads, 0 to 1 each, by key. */
export const showProgress = (parts: ReadonlyMap<string, number>): void =>
  change(
    items.map((item) => (parts.has(item.key) ? { ...item, progress: parts.get(item.key)! } : item)),
  );

/** Pauses an upload. Others in the same request continue without it. */
export function pauseUpload(key: string): void {
  updateUploads([key], { state: 'paused' });
  stops.get(key)?.abort();
}
export function resumeUpload(key: string): void {
  updateUploads([key], { state: 'waiting', error: '' });
  work();
}
export function pauseAll(only: UploadKind): void {
  for (const { key, kind, state } of items)
    if (kind === only && (state === 'waiting' || state === 'sending')) pauseUpload(key);
}
export function resumeAll(only: UploadKind): void {
  updateUploads(
    items
      .filter(({ kind, state }) => kind === only && (state === 'paused' || state === 'failed'))
      .map(({ key }) => key),
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
/** Removes the finished and refused uploads of a kind from the list. */
export function clearDone(only: UploadKind): void {
  change(
    items.filter(({ kind, state }) => kind !== only || (state !== 'done' && state !== 'failed')),
  );
}

onConnectionBack(work);
/**
 * One member's uploads are not sent by the next member who signs in here. `keepMembersApart`
 * deletes the stored ones; a session that ended by itself keeps them for its member.
 */
onSession(() => {
  const userId = getSession()?.userId;
  for (const { key } of items.filter((item) => item.userId !== userId)) {
    stops.get(key)?.abort();
    releases.get(key)?.();
    releases.delete(key);
  }
  change(items.filter((item) => item.userId === userId));
});
warnOfUnsentWork(() =>
  items.some(({ state }) => state !== 'done')
    ? 'Не все файлы загружены. После выхода загрузка прекратится.'
    : null,
);
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
export function onArrival(listener: (kind: UploadKind) => void): () => void {
  arrivals.add(listener);
  return () => void arrivals.delete(listener);
}
