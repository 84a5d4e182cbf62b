import type { CloudFile } from '#ui/files/cloud-choice.ts';
import { ApiError, call, isOffline, sentenceOf } from '#lib/network/call.ts';
import { onConnectionBack } from '#lib/network/connection.ts';
import { getSession } from '#lib/network/session.ts';
import {
  change,
  endOutage,
  forgetStrangers,
  previewsOf,
  readOutbox,
  startOutage,
  storeEntry,
  update,
  type Look,
  type More,
  type Stored,
  type Unsent,
} from './outbox-store.ts';
import { countFiles, findFiles, keepFiles, NO_FILES, type Outgoing } from './outbox-files.ts';
import { cancelUploads, forgetUploads, uploadDocuments } from './document-uploads.ts';
import type { Message } from '../../rooms/room-state.ts';
import { kindOf, type ConversationKind } from '../../rooms/conversation-kind.ts';
import { randomId } from '#lib/browser/random-id.ts';

/** The videos are sent without posters if the code that makes them cannot be loaded. */
async function addPosters(files: Outgoing): Promise<{ videos: File[]; posters: Blob[] }> {
  const { videos } = files;
  if (videos.length === 0) return { videos, posters: [] };
  try {
    return await (await import('./video-poster.ts')).withPosters(files);
  } catch {
    return { videos, posters: [] };
  }
}
const RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 30_000;
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
/** Loads the files of a restored message. */
async function find(clientId: string): Promise<void> {
  const files = await findFiles(clientId);
  const item = readOutbox().find((one) => one.clientId === clientId);
  if (item === undefined) return;
  if (files === undefined)
    return update(clientId, {
      state: 'failed',
      error: 'Файлы не сохранились. Отправьте их заново.',
    });
  // What an older version of the page has stored knows no files of any type.
  const known = { ...NO_FILES, ...files };
  update(clientId, { state: 'waiting', files: known, previews: previewsOf(known) });
  void work(item.roomId);
}
/** Calls the listener for each message that the server accepted, before the stream reports it. */
export function onSent(listener: (roomId: string, message: Message) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

for (const { clientId, state } of readOutbox()) if (state === 'finding') void find(clientId);

export function post(
  roomId: string,
  { isGroup }: ConversationKind,
  text: string,
  files: Outgoing = NO_FILES,
  more: More = {},
  cloud: readonly CloudFile[] = [],
  look?: Look,
): void {
  const { clientId, userId, at }: Pick<Stored, 'clientId' | 'userId' | 'at'> = {
    clientId: randomId(),
    userId: getSession()?.userId ?? '',
    at: new Date().toISOString(),
  };
  const hasFiles = countFiles(files) > 0;
  const seen = look === undefined ? {} : { look };
  storeEntry({ clientId, roomId, isGroup, userId, text, at, more, cloud, ...seen, hasFiles });
  if (hasFiles) void keepFiles(clientId, files);
  change([
    ...readOutbox(),
    {
      clientId,
      roomId,
      isGroup,
      userId,
      text,
      at,
      more,
      cloud,
      ...seen,
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
  const item = readOutbox().find((one) => one.clientId === clientId);
  if (item === undefined) return;
  update(clientId, { state: 'waiting', error: '' });
  void work(item.roomId);
}
/** Aborts a sending, or discards an unsent message. */
export function discard(clientId: string): void {
  stops.get(clientId)?.abort();
  const item = readOutbox().find((one) => one.clientId === clientId);
  if (item !== undefined) cancelUploads(item);
  change(readOutbox().filter((one) => one.clientId !== clientId));
}
/** The stream reported a message that is still being sent here. */
export function settle(clientId: string | null): void {
  if (clientId !== null && readOutbox().some((item) => item.clientId === clientId))
    change(readOutbox().filter((item) => item.clientId !== clientId));
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
      const item = readOutbox().find(
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
/** The server no longer has an upload, or not all of it. */
const LOST_UPLOADS: readonly string[] = ['upload_lost', 'upload_unfinished'];
/** Returns the bytes of the files of any type, and of all files. */
function sizesOf({ documents, pictures, videos, voice }: Outgoing) {
  const sum = (files: readonly File[]) => files.reduce((total, { size }) => total + size, 0);
  const voices = voice === null ? [] : [voice.file];
  return {
    documents: sum(documents),
    all: sum([...documents, ...pictures, ...videos, ...voices]),
  };
}
async function sendOne(item: Unsent): Promise<boolean> {
  const { clientId, roomId, text, files, more, cloud = [] } = item;
  const stop = new AbortController();
  stops.set(clientId, stop);
  update(clientId, { state: 'sending', error: '' });
  try {
    const { pictures, voice } = files;
    const { videos, posters } = await addPosters(files);
    const sizes = sizesOf(files);
    const tell = (bytes: number) => update(clientId, { progress: bytes / Math.max(1, sizes.all) });
    const uploads = await uploadDocuments(item, stop.signal, tell);
    const hasFiles = countFiles(files) > files.documents.length;
    const { message } = await call(kindOf(item).calls.send, {
      params: { roomId },
      body: {
        message: more?.poll === undefined ? text : '',
        clientId,
        imageExists: pictures.length > 0,
        videoExists: videos.length > 0,
        audioExists: voice !== null,
        isFile: hasFiles,
        ...more,
        ...(uploads.length === 0 ? {} : { uploads: JSON.stringify(uploads) }),
        ...(cloud.length === 0 ? {} : { cloudFiles: JSON.stringify(cloud.map(({ id }) => id)) }),
        ...(voice === null ? {} : { peaks: JSON.stringify(voice.peaks) }),
      },
      files: {
        image: pictures,
        video: videos,
        poster: posters,
        audio: voice === null ? [] : [voice.file],
      },
      signal: stop.signal,
      ...(hasFiles
        ? {
            onProgress: (part: number) =>
              tell(sizes.documents + part * (sizes.all - sizes.documents)),
          }
        : {}),
    });
    endOutage();
    endRest(roomId);
    sentListeners.forEach((listener) => listener(roomId, message));
    change(readOutbox().filter((one) => one.clientId !== clientId));
    return true;
  } catch (error) {
    if (stop.signal.aborted) return true;
    // It was sent, the answer was lost, and then it was deleted: nothing is left to send.
    if (error instanceof ApiError && error.code === 'message_deleted') {
      discard(clientId);
      return true;
    }
    // After a network failure or a server error, the message waits and is retried automatically.
    // After a refusal by the server, it waits for its author.
    const isLost = isOffline(error);
    const isForgotten = error instanceof ApiError && LOST_UPLOADS.includes(error.code);
    if (isForgotten) forgetUploads(clientId);
    const goesLater =
      isLost ||
      isForgotten ||
      (error instanceof ApiError && (error.status >= 500 || error.status === 429));
    if (isLost) startOutage();
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
  for (const roomId of new Set(readOutbox().map((item) => item.roomId))) {
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
