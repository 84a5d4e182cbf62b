import { buffer } from 'node:stream/consumers';
import { nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { StorageFolder } from './folders.ts';
import type { Found, Remembered } from './registry.ts';
import { mainOf } from '../blobs/stored-names.ts';

/** A file of at most this many bytes is kept in memory. */
export const SMALL = 256 * 1024;
/**
 * Milliseconds. For this long this server may serve a cached file that another server has removed.
 */
const TRUST_MS = 5_000;

/** Finds the picture itself, for a rendition that was not worth making. */
async function findMain(
  context: AppContext,
  folder: StorageFolder,
  name: string,
): Promise<Found | null> {
  const main = mainOf(name);
  return main === null ? null : findExact(context, folder, main);
}

/** Finds a stored file by its exact name. */
export async function findExact(
  context: AppContext,
  folder: StorageFolder,
  name: string,
): Promise<Found | null> {
  const { memory } = context.media;
  const key = `${folder}/${name}`;
  const known = memory.get(key);
  if (known !== undefined && nowMs() - known.checked < TRUST_MS) return { folder, name, ...known };
  const stat = await context.storage.stat(folder, name);
  if (stat === null) {
    memory.delete(key);
    return null;
  }
  if (
    known !== undefined &&
    known.bytes === stat.bytes &&
    known.changedAt.getTime() === stat.changedAt.getTime()
  ) {
    known.checked = nowMs();
    return { folder, name, ...known };
  }
  if (stat.bytes > SMALL) return { folder, name, ...stat, body: null };
  const read = await remember(context, folder, name);
  return read === null ? null : { folder, name, ...read };
}

async function remember(
  context: AppContext,
  folder: StorageFolder,
  name: string,
): Promise<Remembered | null> {
  const opened = await context.storage.open(folder, name);
  if (opened === null) return null;
  const entry = {
    body: await buffer(opened.body),
    bytes: opened.bytes,
    changedAt: opened.changedAt,
    checked: nowMs(),
  };
  context.media.memory.set(`${folder}/${name}`, entry);
  return entry;
}

/** Finds a stored file, or the picture itself for a rendition that was not worth making. */
export const findStored = async (
  context: AppContext,
  folder: StorageFolder,
  name: string,
): Promise<Found | null> =>
  (await findExact(context, folder, name)) ?? (await findMain(context, folder, name));
