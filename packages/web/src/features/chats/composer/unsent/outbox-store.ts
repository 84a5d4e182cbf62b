import { getSession, onSession, signedOutByChoice } from '#lib/network/session.ts';
import { warnOfUnsentWork } from '#lib/member/sign-out-warnings.ts';
import type { CloudFile } from '#ui/files/cloud-choice.ts';
import { counted } from '#lib/text/format.ts';
import { countFiles, dropFiles, NO_FILES, type Outgoing } from './outbox-files.ts';

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
  /**
   * The replied message, the mentions, the formatting, what is said of the
   * pictures and the poll, in the call's format. The text
   * of a message with a poll is only shown while it is not sent.
   */
  more?: More;
  /** Chosen files of the member's cloud. */
  cloud?: readonly CloudFile[];
  look?: Look;
  /** Where the upload of each file of any type continues. */
  addresses?: readonly string[];
};
export type More = {
  replyTo?: string;
  mentions?: string;
  formatting?: string;
  pictures?: string;
  silent?: 'true';
  poll?: string;
  sticker?: string;
  gif?: string;
};
/** What an unsent sticker or saved GIF looks like. */
export type Look = {
  folder: 'stickers' | 'gifs';
  name: string;
  width: number;
  height: number;
  alt: string;
};
export type Stored = Pick<
  Unsent,
  | 'clientId'
  | 'roomId'
  | 'isGroup'
  | 'userId'
  | 'text'
  | 'at'
  | 'more'
  | 'cloud'
  | 'look'
  | 'addresses'
> & { hasFiles?: boolean };
// One entry per message, so that tabs of a browser do not overwrite each other's.
const KEY = 'respa.outbox.';
const listeners = new Set<() => void>();
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
export function previewsOf({ pictures, videos, voice }: Outgoing): Preview[] {
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
export function change(next: readonly Unsent[]): void {
  for (const item of items)
    if (!next.some(({ clientId }) => clientId === item.clientId)) forget(item);
  items = next;
  if (items.length === 0) outage = null;
  listeners.forEach((listener) => listener());
}
export const update = (clientId: string, part: Partial<Unsent>) =>
  change(items.map((item) => (item.clientId === clientId ? { ...item, ...part } : item)));

export const storeEntry = (entry: Stored): void =>
  localStorage.setItem(KEY + entry.clientId, JSON.stringify(entry));

/** Stores the present state of an unsent message. */
export function storeUnsent(clientId: string): void {
  const item = items.find((one) => one.clientId === clientId);
  if (item === undefined) return;
  const { roomId, isGroup, userId, text, at, more, cloud, look, addresses, files } = item;
  storeEntry({
    clientId,
    roomId,
    isGroup,
    userId,
    text,
    at,
    ...(more === undefined ? {} : { more }),
    ...(cloud === undefined ? {} : { cloud }),
    ...(look === undefined ? {} : { look }),
    ...(addresses === undefined ? {} : { addresses }),
    hasFiles: countFiles(files) > 0,
  });
}

export const readOutbox = (): readonly Unsent[] => items;
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Returns whether the outage dialog must be shown: once per outage. */
export const isOutageNews = (): boolean => outage?.isNotified === false;
export function startOutage(): void {
  outage ??= { isNotified: false };
}
export function endOutage(): void {
  outage = null;
}
export function closeOutageNews(): void {
  if (outage !== null) outage = { isNotified: true };
  listeners.forEach((listener) => listener());
}
/**
 * Deletes other members' messages from this browser. A member who signs out leaves nothing behind,
 * and a session that ended by itself leaves nothing to another member. Other tabs may have stored
 * messages too.
 */
export function forgetStrangers(): void {
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
