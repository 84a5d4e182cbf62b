import { DAY_MS } from '@respa/contract/durations';
import { createFileStore } from '#lib/member/file-store.ts';
import { noteKept } from '#lib/member/kept-age.ts';
import { onConnectionBack } from './connection.ts';
import { getSession, onSession } from './session.ts';

// What a member has last seen, for reading without a network. It belongs to one member, and
// lib/member/one-member.ts deletes it with the end of their session.
/** Increased when the pages can no longer draw what an earlier version stored. */
const VERSION = 1;
const LONGEST_MS = 7 * DAY_MS;
const MOST = 150;
/** Of an endless list, this many pages are kept. */
const MOST_PAGES = 3;
/** In ms: what changes again within this is written once. */
const PAUSE_MS = 500;
const PRUNE_AFTER_MS = 10_000;

type Kept = { key: string; owner: string; at: number; version: number; data: unknown };
const store = createFileStore<Kept>('respa.kept');
const unwritten = new Map<string, Kept>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isPruned = false;

const keyOf = (owner: string, name: string): string => `${owner}.${name}`;
const isGood = ({ owner, version, at }: Kept): boolean =>
  owner === getSession()?.userId && version === VERSION && Date.now() - at < LONGEST_MS;

async function write(): Promise<void> {
  timer = undefined;
  const all = [...unwritten.values()];
  unwritten.clear();
  for (const kept of all) if (isGood(kept)) await store.keep(kept.key, kept);
  if (isPruned) return;
  isPruned = true;
  setTimeout(() => void prune(), PRUNE_AFTER_MS);
}
/** Deletes what is too old, and all but the newest. */
async function prune(): Promise<void> {
  const all = (await store.all()).sort((a, b) => b.at - a.at);
  const left = new Set(all.filter(isGood).slice(0, MOST));
  for (const kept of all) if (!left.has(kept)) await store.drop(kept.key);
}

/** Returns a kept value of the member, and makes the page say how old it is. */
export async function findValue<T>(name: string): Promise<T | undefined> {
  const owner = getSession()?.userId;
  if (owner === undefined) return undefined;
  const key = keyOf(owner, name);
  const kept = unwritten.get(key) ?? (await store.find(key));
  if (kept === undefined || !isGood(kept)) return undefined;
  noteKept(kept.at);
  return kept.data as T;
}

type Pages = { pages: unknown[]; pageParams: unknown[] };
const isPaged = (data: unknown): data is Pages =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
const shortened = (data: unknown): unknown =>
  isPaged(data)
    ? { pages: data.pages.slice(0, MOST_PAGES), pageParams: data.pageParams.slice(0, MOST_PAGES) }
    : data;

/** Keeps a value of the member under a name, or with undefined deletes the one of that name. */
export function change(name: string, data: unknown): void {
  const owner = getSession()?.userId;
  if (owner === undefined) return;
  const key = keyOf(owner, name);
  unwritten.delete(key);
  if (data === undefined) return void store.drop(key);
  unwritten.set(key, { key, owner, at: Date.now(), version: VERSION, data: shortened(data) });
  timer ??= setTimeout(() => void write(), PAUSE_MS);
}

onConnectionBack(() => noteKept(null));
onSession(() => {
  if (getSession() !== null) return;
  unwritten.clear();
  noteKept(null);
});
