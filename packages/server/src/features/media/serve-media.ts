import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fault } from '@respa/contract/faults';
import { nowMs } from '#platform/clock.ts';
import type { Ground } from '#platform/ground.ts';
import { isStoredName } from '#platform/storage.ts';
import { judge } from './byte-ranges.ts';
import { deskOf, type Remembered } from './desk.ts';
import { foldersBehind, isPrivate, type Folder } from './folders.ts';
import { findMedia } from './queries.ts';
import { mainOf } from './stored-names.ts';

/** The id of the person whom the media cookie names, or null. */
export type FindViewer = (request: FastifyRequest) => Promise<string | null>;

/** Never what the client or the file says. What is not here is bytes to be saved. */
const TYPES: Record<string, string> = {
  webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', bmp: 'image/bmp',
  mp4: 'video/mp4', webm: 'video/webm', mp3: 'audio/mpeg', ogg: 'audio/ogg', m4a: 'audio/mp4', flac: 'audio/flac',
  pdf: 'application/pdf', apk: 'application/vnd.android.package-archive',
};
const SHOWN = /^(?:image|video|audio)\//;
const FOR_EVER = 'public, max-age=31536000, immutable';
const NEVER = 'private, no-store';
const SMALL = 256 * 1024;
/** So long another server may have removed a file that this one still remembers. */
const TRUST_MS = 5_000;

type Found = { folder: Folder; name: string; bytes: number; changedAt: Date; body: Buffer | null };

/**
 * The handler of GET and HEAD `/media/:folder/:name`. Public folders are answered from memory or storage without the database; what is
 * guarded by a reader needs its row and is decided anew each time. What is absent, hidden or badly named is one and the same 404.
 */
export function makeMediaHandler(ground: Ground, findViewer: FindViewer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { folder: word = '', name = '' } = request.params as { folder?: string; name?: string };
    if (isStoredName(name)) {
      for (const folder of foldersBehind(word)) {
        const caching = await admit(ground, folder, name, () => findViewer(request));
        const found = caching === null ? null : ((await look(ground, folder, name)) ?? (await lookForMain(ground, folder, name)));
        if (found !== null) return send(ground, request, reply, found, caching!);
      }
    }
    throw fault('not_found');
  };
}

/** What caches may do with it, or null for who may not read it. */
async function admit(ground: Ground, folder: Folder, name: string, findViewer: () => Promise<string | null>): Promise<string | null> {
  const reader = deskOf(ground).readers.get(folder);
  const hidden = isPrivate(folder);
  if (reader === undefined) return hidden ? null : FOR_EVER;
  const row = await findMedia(ground.db, folder, [name, mainOf(name) ?? name]);
  if (row === undefined) return null;
  if (!hidden && (await reader(null, row))) return FOR_EVER;
  return (await reader(await findViewer(), row)) ? NEVER : null;
}

/** A rendition that was not worth making is the picture itself. */
async function lookForMain(ground: Ground, folder: Folder, name: string): Promise<Found | null> {
  const main = mainOf(name);
  return main === null ? null : look(ground, folder, main);
}

async function look(ground: Ground, folder: Folder, name: string): Promise<Found | null> {
  const { memory } = deskOf(ground);
  const key = `${folder}/${name}`;
  const known = memory.get(key);
  if (known !== undefined && nowMs() - known.checked < TRUST_MS) return { folder, name, ...known };
  const stat = await ground.storage.stat(folder, name);
  if (stat === null) {
    memory.delete(key);
    return null;
  }
  if (known !== undefined && known.bytes === stat.bytes && known.changedAt.getTime() === stat.changedAt.getTime()) {
    known.checked = nowMs();
    return { folder, name, ...known };
  }
  if (stat.bytes > SMALL) return { folder, name, ...stat, body: null };
  const read = await remember(ground, folder, name);
  return read === null ? null : { folder, name, ...read };
}

async function remember(ground: Ground, folder: Folder, name: string): Promise<Remembered | null> {
  const opened = await ground.storage.open(folder, name);
  if (opened === null) return null;
  const entry = { body: await buffer(opened.body), bytes: opened.bytes, changedAt: opened.changedAt, checked: nowMs() };
  deskOf(ground).memory.set(`${folder}/${name}`, entry);
  return entry;
}

async function send(ground: Ground, request: FastifyRequest, reply: FastifyReply, found: Found, caching: string): Promise<void> {
  const { folder, name, bytes, changedAt } = found;
  const etag = `"${bytes.toString(36)}-${changedAt.getTime().toString(36)}"`;
  const isHead = request.method === 'HEAD';
  const verdict = judge(request.headers, { bytes, etag, changedAt }, isHead);
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const headers: Record<string, string | number> = {
    'cache-control': caching, etag, 'last-modified': changedAt.toUTCString(), 'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'", 'cross-origin-resource-policy': 'same-origin',
  };
  if (reply.hasHeader('connection')) headers['connection'] = 'close';
  if (verdict.status === 416) headers['content-range'] = `bytes */${bytes}`;
  if (verdict.status === 206) headers['content-range'] = `bytes ${verdict.start}-${verdict.end}/${bytes}`;
  if (verdict.status !== 304) headers['content-length'] = verdict.status === 416 ? 0 : verdict.status === 206 ? verdict.end - verdict.start + 1 : bytes;
  if (verdict.status === 200 || verdict.status === 206) {
    headers['content-type'] = type;
    if (!SHOWN.test(type)) headers['content-disposition'] = `attachment; filename="${name}"`;
  }

  const range = verdict.status === 206 ? { start: verdict.start, end: verdict.end } : undefined;
  const hasBody = !isHead && (verdict.status === 200 || range !== undefined) && bytes > 0;
  const opened = hasBody && found.body === null ? await ground.storage.open(folder, name, range) : null;
  if (hasBody && found.body === null && opened?.bytes !== bytes) {
    // Removed or replaced since it was looked at: nothing is sent yet, so this is an answer like any other.
    opened?.body.destroy();
    throw fault('not_found');
  }
  reply.hijack();
  reply.raw.writeHead(verdict.status, headers);
  if (opened !== null) {
    await pipeline(opened.body, reply.raw).catch((error: Error) => ground.log.debug({ err: error, folder, name }, 'media were not read to their end'));
  } else if (hasBody && found.body !== null) {
    reply.raw.end(range === undefined ? found.body : found.body.subarray(range.start, range.end + 1));
  } else reply.raw.end();
}
