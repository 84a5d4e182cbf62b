import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { appError, type ErrorCode } from '@respa/contract/app-errors';
import { nowMs } from '#platform/runtime/clock.ts';
import { cleanFilename } from './filenames.ts';

const MOST_FIELDS = 20;
const MOST_PARTS = 25;
const FIELD_BYTES = 64 * 1024;
const HEADER_BYTES = 16 * 1024;
/**
 * A sender that is silent this long is considered gone. Whole uploads have no time limit: 2 GB may
 * take an hour.
 */
const SILENCE_MS = 60_000;
/** Memory buffered per file before the disk: with less, reading and writing wait for each other. */
const WRITE_BYTES = 1024 * 1024;
/**
 * How much of a rejected body is still read, so that the browser can read the rejection instead of
 * a broken connection.
 */
const DRAIN_BYTES = 256 * 1024 * 1024;
const DRAIN_MS = 60_000;

export interface FormLimits<Slot extends string = string> {
  /** What each slot accepts: the number of files, and the bytes of each (inclusive). */
  files: Record<Slot, { count: number; maxBytes: number; tooMany?: ErrorCode; hashed?: true }>;
  /** Bytes of all file parts together (inclusive); by default, the sum over the slots. */
  totalBytes?: number;
  /**
   * Where the files wait. It is on the same disk as the storage, so that a rename suffices later.
   */
  stagingDir: string;
  /** Bytes of one field, 64 KB by default. */
  fieldBytes?: number;
}

export interface StagedFile {
  slot: string;
  /** The part's own name: `image3` in the slot `image`. */
  part: string;
  path: string;
  bytes: number;
  /** The cleaned file name from the user; it is data and never part of a path. */
  filename: string;
  /** The type that the client declares. It is not trusted: the content decides. */
  declaredType: string;
  /** SHA-256 of the bytes, if the slot requests it. */
  hash?: Buffer;
}

export interface ReceivedForm<Slot extends string = string> {
  /** Without a prototype, so that a field named `constructor` is an ordinary field. */
  fields: Record<string, string>;
  /** Every slot has its list, in the order of the parts' numbers. */
  files: Record<Slot, StagedFile[]>;
  /**
   * Removes what is still in staging. Call it in `finally`: files that were stored meanwhile are
   * not touched.
   */
  discard(): Promise<void>;
}

/**
 * Receives a multipart body: fields in memory, files in staging, flushed to disk when the promise
 * resolves.
 * A part goes to the slot of exactly its name, otherwise to that of its name without trailing
 * digits. File parts without a slot are read and
 * discarded (they count in `totalBytes`), and so is an empty file input of a browser form (no name,
 * no bytes).
 *
 * Nothing stays in staging when it throws: `too_large` (a file, all of them, a field), the slot's
 * `tooMany` (`too_many_files` by
 * default), `no_space`, `bad_multipart`
 * (not multipart, cut off, more than 20 fields or 25 parts, a duplicate field, NUL in a field). The
 * rest of a rejected body is read
 * and discarded in the background, within limits, so that the client can still read the response.
 */
export function receiveForm<Slot extends string>(
  request: IncomingMessage,
  limits: FormLimits<Slot>,
): Promise<ReceivedForm<Slot>> {
  const slots = Object.entries<FormLimits['files'][string]>(limits.files);
  const totalBytes =
    limits.totalBytes ?? slots.reduce((sum, [, slot]) => sum + slot.count * slot.maxBytes, 0);
  const fieldBytes = limits.fieldBytes ?? FIELD_BYTES;
  const bodyBytes = totalBytes + MOST_FIELDS * fieldBytes + (MOST_PARTS + 1) * HEADER_BYTES;
  const fields: Record<string, string> = Object.create(null);
  const received: (StagedFile | undefined)[] = [];
  const paths: string[] = [];
  const writes: Promise<void>[] = [];
  const abort = new AbortController();
  const counts = new Map<string, number>();
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedForm<Slot>>();
  let bytesOfBody = 0;
  let bytesOfFiles = 0;
  let ended = false;
  let settled = false;

  const discard = async () => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  const silence = setTimeout(() => refuse(appError('bad_multipart')), SILENCE_MS);

  const leave = () => {
    settled = true;
    clearTimeout(silence);
    request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
  };
  const refuse = (error: unknown) => {
    if (settled) return;
    leave();
    abort.abort();
    drain(request);
    void Promise.allSettled(writes)
      .then(discard)
      .then(() => reject(error), reject);
  };
  const onData = (chunk: Buffer) => {
    silence.refresh();
    bytesOfBody += chunk.length;
    if (bytesOfBody > bodyBytes) return refuse(appError('too_large'));
    if (!parser.write(chunk) && !settled) request.pause();
  };
  const onEnd = () => {
    ended = true;
    clearTimeout(silence);
    parser.end();
  };
  const onClose = () => {
    if (!ended) refuse(appError('bad_multipart'));
  };

  let parser: BusboyInstance;
  try {
    parser = startParser(request, fieldBytes);
  } catch {
    refuse(appError('bad_multipart'));
    return promise;
  }
  if (Number(request.headers['content-length']) > bodyBytes) {
    refuse(appError('too_large'));
    return promise;
  }

  parser.on('drain', () => {
    if (!settled) request.resume();
  });
  parser.on('error', () => refuse(appError('bad_multipart')));
  parser.on('partsLimit', () => refuse(appError('bad_multipart')));
  parser.on('fieldsLimit', () => refuse(appError('bad_multipart')));
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (settled || name === undefined || name === '__proto__') return;
    if (valueCut) return refuse(appError('too_large'));
    if (name in fields || name.includes('\0') || value.includes('\0'))
      return refuse(appError('bad_multipart'));
    fields[name] = value;
  });
  parser.on(
    'file',
    (part: string | undefined, stream, filename: string | undefined, _encoding, declaredType) => {
      stream.on('error', (error) => refuse(toAppError(error)));
      if (settled) {
        stream.resume();
        return;
      }
      const slot = findSlot(limits.files, part ?? '');
      const limit: FormLimits['files'][string] =
        slot === undefined ? { count: MOST_PARTS, maxBytes: totalBytes } : limits.files[slot];
      const count = (counts.get(slot ?? '') ?? 0) + 1;
      counts.set(slot ?? '', count);
      if (count > limit.count) return refuse(appError(limit.tooMany ?? 'too_many_files'));

      let bytes = 0;
      const hash = limit.hashed === true ? createHash('sha256') : undefined;
      stream.on('data', (chunk: Buffer) => {
        hash?.update(chunk);
        bytes += chunk.length;
        bytesOfFiles += chunk.length;
        if (bytes > limit.maxBytes || bytesOfFiles > totalBytes) refuse(appError('too_large'));
      });
      if (slot === undefined) return;

      const path = join(limits.stagingDir, `${randomUUID()}.part`);
      const index = paths.push(path) - 1;
      const write = writeDown(stream, path, abort.signal).then(() => {
        if (bytes === 0 && !filename) return;
        received[index] = {
          slot,
          part: part ?? '',
          path,
          bytes,
          filename: cleanFilename(filename ?? ''),
          declaredType,
          ...(hash === undefined ? {} : { hash: hash.digest() }),
        };
      });
      writes.push(write);
      write.catch((error: unknown) => refuse(toAppError(error)));
    },
  );
  parser.on('finish', () => {
    Promise.all(writes).then(
      () => {
        if (settled) return;
        leave();
        const files = sortIntoSlots(
          limits.files,
          received.filter((file) => file !== undefined),
        );
        resolve({ fields, files, discard });
      },
      () => undefined, // the write itself has rejected the form
    );
  });
  request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  if (request.destroyed) onClose();
  return promise;
}

/** Removes staged files that did not arrive in a form; those stored meanwhile are not touched. */
export async function discardStaged(files: readonly Pick<StagedFile, 'path'>[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })));
}

/**
 * Creates the staging folder, or removes what a crash left there. Several servers on one folder
 * pass `olderThanMs`, the age in milliseconds
 * below which a file may be an upload that another server is still receiving.
 */
export async function sweepStaging(dir: string, olderThanMs = 0): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const touched = olderThanMs > 0 ? ((await stat(path).catch(() => null))?.mtimeMs ?? 0) : 0;
    if (olderThanMs === 0 || nowMs() - touched > olderThanMs)
      await rm(path, { recursive: true, force: true });
  }
}

function startParser(request: IncomingMessage, fieldBytes: number): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new Error('not multipart');
  return new Busboy({
    headers: { ...request.headers, 'content-type': type },
    limits: {
      fields: MOST_FIELDS,
      parts: MOST_PARTS,
      fieldSize: fieldBytes,
      headerPairs: 20,
      headerSize: HEADER_BYTES,
    },
  });
}

/**
 * `wx`: never overwrites an existing file. The promise settles only when the file is closed, so
 * that it can be removed completely.
 * It uses a signal, not `stream.destroy()`: a pipeline whose source is destroyed between its last
 * byte and its 'end' never settles.
 */
async function writeDown(
  stream: BusboyFileStream,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', flush: true, highWaterMark: WRITE_BYTES });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline(stream, file, { signal });
  } finally {
    await closed;
  }
}

function findSlot<Slot extends string>(
  slots: Record<Slot, unknown>,
  part: string,
): Slot | undefined {
  return [part, part.replace(/\d+$/, '')].find((name): name is Slot => Object.hasOwn(slots, name));
}

function sortIntoSlots<Slot extends string>(
  slots: Record<Slot, unknown>,
  received: StagedFile[],
): Record<Slot, StagedFile[]> {
  const files: Record<string, StagedFile[]> = Object.create(null);
  for (const slot of Object.keys(slots)) {
    files[slot] = received
      .filter((file) => file.slot === slot)
      .sort((a, b) => numberOf(a) - numberOf(b));
  }
  return files;
}

function numberOf(file: StagedFile): number {
  return file.part === file.slot ? -1 : Number(file.part.slice(file.slot.length));
}

function toAppError(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return appError('no_space');
  return syscall === undefined ? appError('bad_multipart') : error;
}

function drain(request: IncomingMessage): void {
  request.on('error', () => undefined);
  if (request.destroyed || request.readableEnded) return;
  let left = DRAIN_BYTES;
  const timeout = setTimeout(() => request.destroy(), DRAIN_MS).unref();
  request.on('end', () => clearTimeout(timeout)).on('close', () => clearTimeout(timeout));
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}
