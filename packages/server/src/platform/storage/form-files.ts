import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BusboyFileStream } from '@fastify/busboy';
import { appError, type ErrorCode } from '@respa/contract/app-errors';
import { asFullDisk } from './disk-files.ts';
import { reserveReached } from './free-space.ts';
import { cleanFilename } from './filenames.ts';
import { discardStaged, type StagedFile } from './staging.ts';

/** Memory buffered per file before the disk: with less, reading and writing wait for each other. */
const WRITE_BYTES = 1024 * 1024;

export interface FormLimits<Slot extends string = string> {
  /** What each slot accepts: the number of files, and the bytes of each (inclusive). */
  files: Record<Slot, { count: number; maxBytes: number; tooMany?: ErrorCode; hashed?: true }>;
  /** Bytes of all file parts together (inclusive); by default, the sum over the slots. */
  totalBytes?: number;
  /**
   * Where the files wait. It is on the same disk as the storage, so that a rename suffices later.
   */
  stagingDir: string;
  /** Returns whether no more bytes may be written. */
  isDiskSpent?: () => boolean;
  /** Who sends the form: a member's id, or a visitor's address. */
  sender?: string;
  /** Bytes of one field, 64 KB by default. */
  fieldBytes?: number;
}

export type FormFiles<Slot extends string> = {
  /** Receives one file part. */
  receive(stream: BusboyFileStream, part: FilePart): void;
  /** Resolves when every received part is on the disk. */
  written(): Promise<void>;
  /** Stops writing, and removes what was written. */
  abort(): Promise<void>;
  discard(): Promise<void>;
  /** Returns the files that were written: every slot has its list, in the order of the numbers. */
  bySlot(): Record<Slot, StagedFile[]>;
};
type FilePart = { part: string; filename: string; declaredType: string };

/**
 * Writes the file parts of one form to staging. `refuse` is called for a part that is not accepted,
 * and for one that cannot be written.
 */
export function makeFormFiles<Slot extends string>(
  limits: FormLimits<Slot>,
  { totalBytes, mostParts }: { totalBytes: number; mostParts: number },
  refuse: (error: unknown) => void,
): FormFiles<Slot> {
  const received: (StagedFile | undefined)[] = [];
  const paths: string[] = [];
  const writes: Promise<void>[] = [];
  const stop = new AbortController();
  const counts = new Map<string, number>();
  let bytesOfFiles = 0;
  const discard = () => discardStaged(paths.map((path) => ({ path })));

  return {
    receive(stream, { part, filename, declaredType }) {
      const slot = findSlot(limits.files, part);
      const limit: FormLimits['files'][string] =
        slot === undefined ? { count: mostParts, maxBytes: totalBytes } : limits.files[slot];
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
        else if (limits.isDiskSpent?.() === true) refuse(reserveReached());
      });
      if (slot === undefined) return;

      const path = join(limits.stagingDir, `${randomUUID()}.part`);
      const index = paths.push(path) - 1;
      const write = writeDown(stream, path, stop.signal).then(() => {
        if (bytes === 0 && filename === '') return;
        received[index] = {
          slot,
          part,
          path,
          bytes,
          filename: cleanFilename(filename),
          declaredType,
          ...(hash === undefined ? {} : { hash: hash.digest() }),
          ...(limits.sender === undefined ? {} : { sender: limits.sender }),
        };
      });
      writes.push(write);
      write.catch((error: unknown) => refuse(asFormError(error)));
    },
    written: async () => void (await Promise.all(writes)),
    abort() {
      stop.abort();
      return Promise.allSettled(writes).then(discard);
    },
    discard,
    bySlot: () =>
      sortIntoSlots(
        limits.files,
        received.filter((file) => file !== undefined),
      ),
  };
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

/** Maps an error of the parser or of the disk to the error that the client gets. */
export function asFormError(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined && code !== 'ENOSPC' && code !== 'EDQUOT')
    return appError('bad_multipart');
  return asFullDisk(error);
}
