import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { nowMs } from '#platform/runtime/clock.ts';
import { attachmentAs } from '#platform/storage/filenames.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { StoredStat } from '#platform/storage/storage.ts';
import { isStoredName } from '#platform/storage/stored-keys.ts';
import { checkCode } from './byte-ranges.ts';
import { findBlobFile } from '../blobs/blob-queries.ts';
import type { Found, Remembered, Sending } from './registry.ts';
import {
  BLOBS,
  foldersBehind,
  isForEver,
  isPrivate,
  type Folder,
  type StorageFolder,
} from './folders.ts';
import { findMedia } from '../queries.ts';
import { mainOf, pictureOfBlob, readViewName } from '../blobs/stored-names.ts';

/** Returns the id of the user whom the media cookie names, or null. */
export type FindViewer = (request: FastifyRequest) => Promise<string | null>;

/**
 * Content types by extension, never taken from the client or the file. Anything not listed is sent
 * as an attachment.
 */
const TYPES: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  wav: 'audio/wav',
  m3u8: 'application/vnd.apple.mpegurl',
  pdf: 'application/pdf',
  apk: 'application/vnd.android.package-archive',
};
const PDF = 'application/pdf';
const SHOWN = /^(?:image|video|audio)\/|^application\/vnd\.apple\.mpegurl$/;
/**
 * The PDF has no sandbox policy, because browsers do not open their own viewer in a sandboxed
 * response. The scripts of that viewer are not those of the file.
 */
const PDF_POLICY = "script-src 'none'; frame-ancestors 'none'";
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, no-cache';
const NO_STORE = 'private, no-store';
const SMALL = 256 * 1024;
/**
 * Milliseconds. For this long this server may serve a cached file that another server has removed.
 */
const TRUST_MS = 5_000;

/**
 * Returns the handler of GET and HEAD `/media/:folder/:name`. Public folders are served from memory
 * or storage without the database. A file guarded by a reader needs its row and is checked on each
 * request, except for successive parts of one file. An absent, hidden or malformed name gives the
 * same 404.
 */
export function makeMediaHandler(context: AppContext, findViewer: FindViewer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { folder: word = '', name = '' } = request.params as { folder?: string; name?: string };
    if (isStoredName(name)) {
      const folders = foldersBehind(word);
      const isGuarded = folders.some((folder) => context.media.readers.has(folder));
      const pass =
        request.headers.range === undefined
          ? null
          : grantKeyOf(request, isGuarded ? await findViewer(request) : null, `${word}/${name}`);
      if (await sendFurther(context, request, reply, pass)) return;
      for (const folder of folders) {
        if (BLOB_FOLDERS.has(folder))
          return sendBlobFile(
            context,
            request,
            reply,
            { folder, name, pass },
            await findViewer(request),
          );
        const caching = await admit(context, folder, name, () => findViewer(request));
        const found =
          caching === null
            ? null
            : ((await look(context, folder, name)) ?? (await lookForMain(context, folder, name)));
        if (found !== null)
          return send(
            context,
            request,
            reply,
            found,
            { caching: caching!, name, saveAs: isShown(name) ? null : name },
            pass,
          );
      }
    }
    throw appError('not_found');
  };
}

/** Folders whose files reference blobs, i.e. bytes stored by content. */
const BLOB_FOLDERS: ReadonlySet<Folder> = new Set<Folder>(['cloud']);

/**
 * Sends a file that references a blob, or its picture. A user-made picture must not open as a page,
 * so the original is sent as an attachment and its renditions are shown.
 */
async function sendBlobFile(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, pass }: { folder: Folder; name: string; pass: string | null },
  viewerId: string | null,
): Promise<void> {
  const view = readViewName(name);
  const held = await findBlobFile(context.db, folder, view === null ? name : `${view.stem}.`);
  const reader = context.media.readers.get(folder);
  if (held === undefined || reader === undefined || !(await reader(viewerId, held)))
    throw appError('not_found');
  if (view === null)
    return sendBlob(
      context,
      request,
      reply,
      held.blob,
      { name, saveAs: /^(?:video|audio)\/|^application\/pdf$/.test(typeOf(name)) ? null : name },
      pass,
    );
  const picture = pictureOfBlob(held.blob);
  await sendBlob(context, request, reply, picture.replace(/\.webp$/, `${view.rendition}.webp`), {
    name,
    saveAs: null,
  });
}

/**
 * Returns the key of the cached access grant for a part of `thing`; null if the request has no
 * range.
 */
export const grantKeyOf = (
  { headers }: FastifyRequest,
  viewerId: string | null,
  thing: string,
): string | null => (headers.range === undefined ? null : `${viewerId ?? ''} ${thing}`);

/**
 * Sends a further part to a user who was granted one a moment ago. Returns false if there is no
 * such grant.
 */
export async function sendFurther(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  pass: string | null,
): Promise<boolean> {
  const passed = pass === null ? undefined : context.media.passes.find(pass);
  if (passed === undefined) return false;
  await send(context, request, reply, passed.found, passed.sending);
  return true;
}

/**
 * Sends a blob; the caller has checked access. `pass` is the key under which further parts are
 * granted. Throws `not_found` if the blob was deleted.
 */
export async function sendBlob(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  blob: string,
  sending: Omit<Sending, 'caching'>,
  pass: string | null = null,
): Promise<void> {
  const found = (await look(context, BLOBS, blob)) ?? (await lookForMain(context, BLOBS, blob));
  if (found === null) throw appError('not_found');
  await send(context, request, reply, found, { ...sending, caching: NO_STORE }, pass);
}

/**
 * Sends a stored file as an attachment under its own name; the caller has checked access. Throws
 * `not_found` if the file was deleted.
 */
export async function sendStored(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  folder: Folder,
  name: string,
  saveAs: string,
): Promise<void> {
  const found = await look(context, folder, name);
  if (found === null) throw appError('not_found');
  await send(context, request, reply, found, { caching: NO_STORE, name, saveAs });
}

const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
const isShown = (name: string): boolean => SHOWN.test(typeOf(name));

/** Returns the cache policy of a file, or null if the viewer may not read it. */
async function admit(
  context: AppContext,
  folder: Folder,
  name: string,
  findViewer: () => Promise<string | null>,
): Promise<string | null> {
  const reader = context.media.readers.get(folder);
  const hidden = isPrivate(folder);
  if (reader === undefined) return hidden ? null : isForEver(folder, name) ? IMMUTABLE : REVALIDATE;
  const row = await findMedia(context.db, folder, [name, mainOf(name) ?? name]);
  if (row === undefined) return null;
  if (!hidden && (await reader(null, row))) return IMMUTABLE;
  return (await reader(await findViewer(), row)) ? NO_STORE : null;
}

/** Falls back to the picture itself for a rendition that was not worth making. */
async function lookForMain(
  context: AppContext,
  folder: StorageFolder,
  name: string,
): Promise<Found | null> {
  const main = mainOf(name);
  return main === null ? null : look(context, folder, main);
}

async function look(
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

async function send(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  found: Found,
  sending: Sending,
  pass: string | null = null,
): Promise<void> {
  const { folder, name, bytes, changedAt } = found;
  if (pass !== null) context.media.passes.keep(pass, { found, sending });
  const type = typeOf(sending.name);
  const described = {
    'content-type': type,
    ...(sending.saveAs === null ? {} : { 'content-disposition': attachmentAs(sending.saveAs) }),
  };
  const headers: Record<string, string | number> = {
    'cache-control': sending.caching,
    ...(sending.caching === NO_STORE ? { vary: 'cookie' } : {}),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy':
      type === PDF && sending.saveAs === null ? PDF_POLICY : "sandbox; default-src 'none'",
  };
  const { mediaAccel } = context.config;
  if (mediaAccel !== undefined) {
    // The proxy handles ranges and conditions, because it has the file.
    reply.hijack();
    return void reply.raw
      .writeHead(200, {
        ...headers,
        ...described,
        'content-length': 0,
        'x-accel-redirect': `${mediaAccel}${context.storage.pathOf(folder, name)}`,
      })
      .end();
  }
  const life =
    context.storage.sign === null || request.method === 'HEAD'
      ? null
      : lifeOfAddress(found, type, sending);
  if (life !== null) {
    const answer = {
      seconds: life.seconds,
      type,
      caching: life.caching,
      ...(sending.saveAs === null ? {} : { saveAs: attachmentAs(sending.saveAs) }),
    };
    const location = await context.storage.sign!(folder, name, answer);
    reply.hijack();
    return void reply.raw
      .writeHead(302, { ...headers, 'cache-control': life.caching, 'content-length': 0, location })
      .end();
  }
  const etag = `"${bytes.toString(36)}-${changedAt.getTime().toString(36)}"`;
  const isHead = request.method === 'HEAD';
  const verdict = checkCode(request.headers, { bytes, etag, changedAt }, isHead);
  Object.assign(headers, {
    etag,
    'last-modified': changedAt.toUTCString(),
    'accept-ranges': 'bytes',
  });
  if (reply.hasHeader('connection')) headers['connection'] = 'close';
  if (verdict.status === 416) headers['content-range'] = `bytes */${bytes}`;
  if (verdict.status === 206)
    headers['content-range'] = `bytes ${verdict.start}-${verdict.end}/${bytes}`;
  if (verdict.status !== 304)
    headers['content-length'] =
      verdict.status === 416 ? 0 : verdict.status === 206 ? verdict.end - verdict.start + 1 : bytes;
  if (verdict.status === 200 || verdict.status === 206) Object.assign(headers, described);

  const range =
    verdict.status === 206
      ? { start: verdict.start, end: verdict.end }
      : { start: 0, end: bytes - 1 };
  const hasBody = !isHead && (verdict.status === 200 || verdict.status === 206) && bytes > 0;
  const kept =
    hasBody && found.body !== null ? found.body.subarray(range.start, range.end + 1) : null;
  const opened =
    !hasBody || kept !== null
      ? null
      : ((await readPiece(context, reply, found, range)) ??
        (await context.storage.open(folder, name, range)));
  if (hasBody && kept === null && opened?.bytes !== bytes) {
    // The file was removed or replaced since it was looked up. Nothing is sent yet, so the error
    // can be a normal response.
    if (opened !== null && !Buffer.isBuffer(opened.body)) opened.body.destroy();
    throw appError('not_found');
  }
  reply.hijack();
  reply.raw.writeHead(verdict.status, headers);
  if (opened === null || Buffer.isBuffer(opened.body)) reply.raw.end(kept ?? opened?.body);
  else
    await pipeline(opened.body, reply.raw).catch((error: Error) =>
      context.log.debug({ err: error, folder, name }, 'media were not read to their end'),
    );
}

/**
 * Seconds for which a signed URL of the store is valid: a private one serves only the current
 * request; a video is played for hours from the URL where playback began.
 */
const [PRIVATE_LIFE, OPEN_LIFE, OPEN_CACHED] = [60, 4 * 3600, 3600];
/**
 * Returns how long a store URL is valid and how long a browser may cache the redirect; null if this
 * server sends the file itself. It does so for files in memory, for HLS playlists (their URLs are
 * relative to ours) and for private media that is played, because its URL would expire after a
 * minute.
 */
function lifeOfAddress(
  found: Found,
  type: string,
  { caching, saveAs }: Sending,
): { seconds: number; caching: string } | null {
  if (
    found.bytes <= SMALL ||
    type === TYPES['m3u8'] ||
    !(saveAs !== null || SHOWN.test(type) || type === PDF)
  )
    return null;
  if (caching === IMMUTABLE)
    return { seconds: OPEN_LIFE, caching: `private, max-age=${OPEN_CACHED}` };
  return saveAs === null && /^(?:video|audio)\//.test(type)
    ? null
    : { seconds: PRIVATE_LIFE, caching: NO_STORE };
}

/**
 * Reads a small part at once into a pooled buffer; null if the part is too large or the file is
 * missing.
 */
async function readPiece(
  context: AppContext,
  { raw }: FastifyReply,
  { folder, name }: Found,
  { start, end }: { start: number; end: number },
): Promise<(StoredStat & { body: Buffer }) | null> {
  const piece = context.media.pieces.take(end - start + 1);
  if (piece === null) return null;
  let read: (StoredStat & { body: Buffer }) | null = null;
  try {
    read = await context.storage.read(folder, name, start, piece.bytes);
  } finally {
    // The buffer must not be reused while it is read into, nor before the system has sent its
    // content. A response emits `close` when it is over, however it ended.
    if (read === null || raw.closed) piece.done();
    else raw.once('close', piece.done);
  }
  return read;
}
