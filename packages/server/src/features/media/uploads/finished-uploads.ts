import { existsSync } from 'node:fs';
import { copyFile, link, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { appError } from '@respa/contract/app-errors';
import type { UploadPurpose } from '@respa/contract/uploads';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction } from '#platform/database/transaction.ts';
import { hashFile } from '../blobs/blobs.ts';
import * as queries from './upload-queries.ts';
import { filesOf, SHARED, sharedName, findOwn, removeLater } from './uploads.ts';

/**
 * Puts the bytes of a whole upload at a path. Returns false if they are incomplete. The original
 * stays: nobody writes to it any more, so both names may be hard links to the same bytes.
 */
async function linkOrCopy(
  context: AppContext,
  { id, bytes }: { id: string; bytes: number },
  path: string,
): Promise<boolean> {
  const [from] = filesOf(context, id);
  const here = await stat(from!).catch(() => null);
  if (here?.size === bytes) {
    await link(from!, path).catch(() => copyFile(from!, path));
    return true;
  }
  return context.config.s3 !== undefined && context.storage.lend(SHARED, sharedName(id), path);
}
/**
 * Returns a finished upload as a staged file; the caller calls `useUpload` in the transaction that
 * keeps it. Throws `upload_lost` if it is not the viewer's or has another purpose,
 * `upload_unfinished`.
 */
export async function takeUpload(
  context: AppContext,
  viewer: Viewer,
  id: string,
  purpose: UploadPurpose,
): Promise<StagedFile> {
  const row = await findOwn(context, viewer.id, id);
  if (row?.purpose !== purpose) throw appError('upload_lost');
  const path = join(context.stagingDir, `${newId()}.part`);
  if (!(await linkOrCopy(context, row, path)))
    throw appError(
      context.config.s3 === undefined && !existsSync(filesOf(context, id)[0]!)
        ? 'upload_lost'
        : 'upload_unfinished',
    );
  return {
    slot: 'file',
    part: id,
    path,
    bytes: row.bytes,
    filename: row.filename,
    declaredType: '',
    sender: viewer.id,
    hash: context.media.hashes.take(id, row.bytes) ?? (await hashFile(path)),
  };
}
/**
 * Uses up an upload, in the transaction that keeps its bytes. Throws `upload_lost` if a concurrent
 * call used it.
 */
export async function useUpload(context: AppContext, tx: Tx, id: string): Promise<void> {
  if (!(await queries.deleteUpload(tx, id))) throw appError('upload_lost');
  await removeLater(context, tx, [id]);
}
/**
 * Deletes an upload whose bytes turned out to be unusable. Keeping it would only let the client
 * submit it again.
 */
export const dropUpload = (context: AppContext, id: string): Promise<void> =>
  transaction(context, (tx) => useUpload(context, tx, id)).catch(() => {});
