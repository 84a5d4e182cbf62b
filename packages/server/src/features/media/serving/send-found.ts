import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { attachmentAs } from '#platform/storage/filenames.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { StoredStat } from '#platform/storage/storage.ts';
import { checkCode, type Verdict } from './byte-ranges.ts';
import { IMMUTABLE, isShownType, NO_STORE, PDF, PLAYLIST, typeOf } from './content-types.ts';
import type { Found, Sending } from './registry.ts';
import { applyPatches } from '../videos/patches.ts';
import { patched } from './preview-patches.ts';
import { SMALL } from './stored-lookup.ts';

/**
 * The PDF has no sandbox policy, because browsers do not open their own viewer in a sandboxed
 * response. The scripts of that viewer are not those of the file.
 */
const PDF_POLICY = "script-src 'none'; frame-ancestors 'none'";
type Headers = Record<string, string | number>;
/** Headers of every answer, and those that describe the bytes where there are any. */
type AnswerHeaders = { always: Headers; described: Headers };

/**
 * Sends a file that was found; the caller has checked access. `pass` is the key under which further
 * parts are granted. Throws `not_found` if the file was removed meanwhile.
 */
export async function sendFound(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  found: Found,
  sending: Sending,
  pass: string | null = null,
): Promise<void> {
  if (pass !== null) context.media.passes.keep(pass, { found, sending });
  const type = typeOf(sending.name);
  const headers = headersOf(type, sending);
  if (found.patches !== undefined) return sendBytes(context, request, reply, found, headers);
  if (context.config.mediaAccel !== undefined)
    return sendByProxy(context, reply, found, headers, context.config.mediaAccel);
  const { sign } = context.storage;
  const life =
    sign === null || request.method === 'HEAD' ? null : lifeOfAddress(found, type, sending);
  if (sign === null || life === null) return sendBytes(context, request, reply, found, headers);
  const location = await sign(found.folder, found.name, {
    seconds: life.seconds,
    type,
    caching: life.caching,
    ...(sending.saveAs === null ? {} : { saveAs: attachmentAs(sending.saveAs) }),
  });
  reply.hijack();
  reply.raw
    .writeHead(302, {
      ...headers.always,
      'cache-control': life.caching,
      'content-length': 0,
      location,
    })
    .end();
}

function headersOf(type: string, { caching, saveAs }: Sending): AnswerHeaders {
  return {
    described: {
      'content-type': type,
      ...(saveAs === null ? {} : { 'content-disposition': attachmentAs(saveAs) }),
    },
    always: {
      'cache-control': caching,
      ...(caching === NO_STORE ? { vary: 'cookie' } : {}),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy':
        type === PDF && saveAs === null
          ? PDF_POLICY
          : "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
  };
}

/** Lets the proxy send the file. It handles ranges and conditions, because it has the file. */
function sendByProxy(
  context: AppContext,
  reply: FastifyReply,
  { folder, name }: Found,
  { always, described }: AnswerHeaders,
  mediaAccel: string,
): void {
  reply.hijack();
  reply.raw
    .writeHead(200, {
      ...always,
      ...described,
      'content-length': 0,
      'x-accel-redirect': `${mediaAccel}${context.storage.pathOf(folder, name)}`,
    })
    .end();
}

/** Sends the bytes that the request asks for. */
async function sendBytes(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  found: Found,
  { always, described }: AnswerHeaders,
): Promise<void> {
  const { folder, name, bytes, changedAt } = found;
  const etag = `"${bytes.toString(36)}-${changedAt.getTime().toString(36)}"`;
  const isHead = request.method === 'HEAD';
  const verdict = checkCode(request.headers, { bytes, etag, changedAt }, isHead);
  const isSent = verdict.status === 200 || verdict.status === 206;
  const headers: Headers = {
    ...always,
    etag,
    'last-modified': changedAt.toUTCString(),
    'accept-ranges': 'bytes',
    ...(reply.hasHeader('connection') ? { connection: 'close' } : {}),
    ...lengthOf(verdict, bytes),
    ...(isSent ? described : {}),
  };
  const range =
    verdict.status === 206
      ? { start: verdict.start, end: verdict.end }
      : { start: 0, end: bytes - 1 };
  const hasBody = !isHead && isSent && bytes > 0;
  const body = hasBody ? await openBody(context, reply, found, range) : null;
  reply.hijack();
  reply.raw.writeHead(verdict.status, headers);
  if (body === null || Buffer.isBuffer(body)) reply.raw.end(body ?? undefined);
  else
    await pipeline(body, reply.raw).catch((error: Error) =>
      context.log.debug({ err: error, folder, name }, 'media were not read to their end'),
    );
}

function lengthOf(verdict: Verdict, bytes: number): Headers {
  switch (verdict.status) {
    case 200:
      return { 'content-length': bytes };
    case 206:
      return {
        'content-range': `bytes ${verdict.start}-${verdict.end}/${bytes}`,
        'content-length': verdict.end - verdict.start + 1,
      };
    case 304:
      return {};
    case 416:
      return { 'content-range': `bytes */${bytes}`, 'content-length': 0 };
  }
}

/**
 * Returns the bytes of a range, from memory or from the storage. Throws `not_found` if the file was
 * removed or replaced since it was looked up: nothing is sent yet, so the error can be a normal
 * response.
 */
async function openBody(
  context: AppContext,
  reply: FastifyReply,
  found: Found,
  range: { start: number; end: number },
): Promise<Buffer | Readable> {
  const patches = found.patches ?? [];
  if (found.body !== null) {
    const part = found.body.subarray(range.start, range.end + 1);
    if (patches.length === 0) return part;
    const copy = Buffer.from(part);
    applyPatches(patches, copy, range.start);
    return copy;
  }
  const opened =
    (await readPiece(context, reply, found, range)) ??
    (await context.storage.open(found.folder, found.name, range));
  if (opened?.bytes === found.bytes) {
    if (patches.length === 0) return opened.body;
    if (!Buffer.isBuffer(opened.body)) return patched(opened.body, patches, range.start);
    applyPatches(patches, opened.body, range.start);
    return opened.body;
  }
  if (opened !== null && !Buffer.isBuffer(opened.body)) opened.body.destroy();
  throw appError('not_found');
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
    type === PLAYLIST ||
    !(saveAs !== null || isShownType(type) || type === PDF)
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
