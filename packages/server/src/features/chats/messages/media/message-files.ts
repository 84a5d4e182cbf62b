import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '@respa/contract/app-errors';
import { FILES, MESSAGE_FILES } from '@respa/contract/limits';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { discardStaged, type StagedFile } from '#platform/storage/staging.ts';
import {
  assertFits,
  copyHeld,
  discardPrepared,
  findBlobFile,
  grantKeyOf,
  newStoredName,
  prepareBlob,
  registerPurpose,
  sendBlob,
  sendFurther,
  takeUpload,
} from '#features/media/service.ts';
import { FOLDERS, itemOf, tooManyFiles, type PreparedMedia } from './attachments.ts';
import { findReadable } from '../message-lookups.ts';
import type { MediaItem } from '../message-rows.ts';

/** A member's own file of the cloud: where it is stored, its name and its size in bytes. */
export type CloudFile = { stored: string; name: string; bytes: number };
/** Finds a member's own file of the cloud. Throws `not_found`. */
export type FindCloudFile = (db: Db, ownerId: string, id: string) => Promise<CloudFile>;

/**
 * Allows resumable uploads of files for messages to users who have room for them, counting the
 * uploads in progress.
 */
export const admitMessageUploads = (context: AppContext): void =>
  registerPurpose(context, 'message', async (tx, viewer, bytes, waiting) => {
    if (bytes > FILES.cloud) throw appError('too_large');
    await assertFits(context, tx, { ownerId: viewer.id, folder: FOLDERS.file }, waiting + bytes);
  });

/** Files of any type for a message: finished uploads and files of the sender's cloud. */
export type Attached = { uploads: string[]; cloudFiles: string[] };
/** Reads the lists of a form. Throws `too_many_files`. */
export function readAttached(input: {
  uploads?: string | undefined;
  cloudFiles?: string | undefined;
}): Attached {
  const [uploads, cloudFiles] = [input.uploads, input.cloudFiles].map((json = '') =>
    json === '' ? [] : [...new Set((JSON.parse(json) as string[]).map((id) => id.toLowerCase()))],
  ) as [string[], string[]];
  if (uploads.length + cloudFiles.length > MESSAGE_FILES) throw tooManyFiles();
  return { uploads, cloudFiles };
}

/**
 * Prepares finished uploads. Throws `upload_lost`, `upload_unfinished`, `no_space`, and leaves
 * nothing behind then.
 */
export async function prepareUploads(
  context: AppContext,
  viewer: Viewer,
  ids: readonly string[],
): Promise<PreparedMedia[]> {
  const taken: StagedFile[] = [];
  const made: PreparedMedia[] = [];
  try {
    for (const id of ids) {
      const staged = await takeUpload(context, viewer, id, 'message');
      taken.push(staged);
      const prepared = itemOf('file', await prepareBlob(context, staged, FOLDERS.file));
      prepared.item.title = staged.filename;
      made.push(prepared);
    }
    return made;
  } catch (error) {
    await discardPrepared(
      context,
      made.flatMap(({ prepared }) => prepared),
    );
    throw error;
  } finally {
    await discardStaged(taken);
  }
}
/**
 * A file that a message takes over without its bytes: its place in the message, and its original.
 */
export type FileCopy = { item: MediaItem; folder: 'cloud' | 'message-files'; original: string };
const renamed = (original: string) => newStoredName(original.split('.').at(-1)!);
/** Plans the copies of files of the sender's cloud. Throws `not_found`. */
export async function planCloudCopies(
  context: AppContext,
  ownerId: string,
  ids: readonly string[],
): Promise<FileCopy[]> {
  const copies: FileCopy[] = [];
  for (const id of ids) {
    const { stored, name, bytes } = await context.chats.findCloudFile(context.db, ownerId, id);
    const size = { width: 0, height: 0, thumbhash: '', duration: 0 };
    copies.push({
      item: { kind: 'file', name: renamed(stored), ...size, bytes, title: name },
      folder: 'cloud',
      original: stored,
    });
  }
  return copies;
}
/** Plans the copy of a file of a forwarded message. */
export const planForwarding = (item: MediaItem): FileCopy => ({
  item: { ...item, name: renamed(item.name) },
  folder: FOLDERS.file,
  original: item.name,
});
/**
 * Copies files for a message, in the transaction that has written it. Throws `not_found` if an
 * original was deleted meanwhile, `storage_full`.
 */
export async function makeCopies(
  context: AppContext,
  tx: Tx,
  copies: readonly FileCopy[],
  belonging: { ownerId: string; scopeId: string },
): Promise<void> {
  if (copies.length === 0) return;
  for (const { item, folder, original } of copies)
    await copyHeld(tx, folder, original, { ...belonging, to: FOLDERS.file, name: item.name });
  await assertFits(context, tx, { ownerId: belonging.ownerId, folder: FOLDERS.file });
}

/**
 * Sends a file of a message under its own name, with range support, to members of the room. Throws
 * `not_found`.
 */
export async function sendMessageFile(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  viewerId: string | null,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const message =
    viewerId !== null && isId(id) ? await findReadable(context.db, id, viewerId) : undefined;
  const item = message?.media.find((one) => one.kind === 'file' && one.name === name);
  if (item === undefined) throw appError('not_found');
  const pass = grantKeyOf(request, viewerId, `message-file/${id}/${name}`);
  if (await sendFurther(context, request, reply, pass)) return;
  const held = await findBlobFile(context.db, FOLDERS.file, name);
  if (held === undefined) throw appError('not_found');
  await sendBlob(context, request, reply, held.blob, { name, saveAs: item.title ?? name }, pass);
}
