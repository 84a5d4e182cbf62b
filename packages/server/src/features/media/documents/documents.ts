import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { appError } from '@respa/contract/app-errors';
import { HOUR_SECONDS } from '@respa/contract/durations';
import { FILE_TEXT } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { now, secondsFromNow } from '#platform/runtime/clock.ts';
import { newId } from '#platform/runtime/ids.ts';
import { isUnreadable, noteUnreadable } from '../blobs/blob-queries.ts';
import { BLOBS } from '../serving/folders.ts';
import { decodeText } from './text.ts';
import { askThread } from '../worker-thread.ts';
import { createFairQueue } from '#platform/runtime/work-queue.ts';

/** The kinds of documents whose text can be read. */
export const DOCUMENTS = ['doc', 'docx', 'rtf'] as const;
export type DocumentRequest = {
  path: string;
  type: (typeof DOCUMENTS)[number];
  unpacked: number;
  characters: number;
};
/** The beginning of a file's text; `isCut` if there is more. */
export type FileText = { text: string; isCut: boolean };

/** A document of a thousand pages takes half a second. */
const LIMITS = { startMs: 10_000, timeoutMs: 2_000, maxOldGenerationSizeMb: 256 };
/**
 * Bytes. A larger document holds pictures, not text; the old formats are read into memory as a
 * whole.
 */
const MOST_DOCUMENT = 32 * 1024 * 1024;
/** How long bytes without readable text are not tried again. */
const UNREADABLE_SECONDS = HOUR_SECONDS;
const documentTurns = createFairQueue(2, { each: 10, all: 100 });

/**
 * Returns the first megabyte of a text, in its actual encoding. Throws `not_found` if the bytes
 * were deleted.
 */
export async function readText(
  context: AppContext,
  blob: string,
  bytes: number,
): Promise<FileText> {
  const opened = await context.storage.open(
    BLOBS,
    blob,
    bytes > FILE_TEXT.bytes ? { start: 0, end: FILE_TEXT.bytes - 1 } : undefined,
  );
  if (opened === null) throw appError('not_found');
  return { text: decodeText(await buffer(opened.body)), isCut: bytes > FILE_TEXT.bytes };
}

/**
 * Returns the text of a document. The askers take turns: each is a member's id or a visitor's
 * address. Throws `unreadable` if it is no document, is crafted or takes over 2 s, at once if that
 * was found out within the last hour; `unavailable` if too many wait, and `not_found` if the bytes
 * were deleted.
 */
export async function readDocument(
  context: AppContext,
  blob: string,
  asked: { bytes: number; type: DocumentRequest['type']; asker: string },
): Promise<FileText> {
  if (asked.type !== 'docx' && asked.bytes > MOST_DOCUMENT) throw appError('unreadable');
  const found = await documentTurns(asked.asker, async () =>
    (await isUnreadable(context.db, blob, now())) ? null : extract(context, blob, asked.type),
  );
  if (found === null) throw appError('unreadable');
  return { ...found, text: found.text.replaceAll('\0', '\ufffd') };
}

/** Returns null for bytes without readable text, and remembers that. */
async function extract(
  context: AppContext,
  blob: string,
  type: DocumentRequest['type'],
): Promise<FileText | null> {
  const path = join(context.stagingDir, `${newId()}.part`);
  try {
    if (!(await context.storage.lend(BLOBS, blob, path))) throw appError('not_found');
    const request: DocumentRequest = {
      path,
      type,
      unpacked: FILE_TEXT.unpacked,
      characters: FILE_TEXT.bytes,
    };
    const found = await askThread<FileText>(
      new URL('./document-worker.ts', import.meta.url),
      request,
      LIMITS,
    );
    if (found === null) await noteUnreadable(context.db, blob, secondsFromNow(UNREADABLE_SECONDS));
    return found;
  } finally {
    await rm(path, { force: true });
  }
}
