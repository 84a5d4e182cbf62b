import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { appError } from '@respa/contract/app-errors';
import { FILE_TEXT } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { BLOBS } from '../serving/folders.ts';
import { decodeText } from './text.ts';
import { askThread } from '../worker-thread.ts';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';

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

const LIMITS = { timeoutMs: 10_000, maxOldGenerationSizeMb: 256 };
/**
 * Bytes. A larger document holds pictures, not text; the old formats are read into memory as a whole.
 */
const MOST_DOCUMENT = 32 * 1024 * 1024;
const documentTurns = createWorkQueue(1);

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
 * Returns the text of a document. Throws `unreadable` if it is no document, is crafted or takes
 * over 10 s, and `not_found` if the bytes were deleted.
 */
export async function readDocument(
  context: AppContext,
  blob: string,
  bytes: number,
  type: DocumentRequest['type'],
): Promise<FileText> {
  if (type !== 'docx' && bytes > MOST_DOCUMENT) throw appError('unreadable');
  const opened = await context.storage.open(BLOBS, blob);
  if (opened === null) throw appError('not_found');
  const path = join(context.stagingDir, `${newId()}.part`);
  try {
    await pipeline(opened.body, createWriteStream(path, { flags: 'wx' }));
    const request: DocumentRequest = {
      path,
      type,
      unpacked: FILE_TEXT.unpacked,
      characters: FILE_TEXT.bytes,
    };
    const found = await documentTurns(() =>
      askThread<FileText>(new URL('./document-worker.ts', import.meta.url), request, LIMITS),
    );
    if (found === null) throw appError('unreadable');
    return { ...found, text: found.text.replaceAll('\0', '\ufffd') };
  } finally {
    await rm(path, { force: true });
  }
}
