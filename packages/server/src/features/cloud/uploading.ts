import { CLOUD, FILES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { discardStaged, type StagedFile } from '#platform/storage/staging.ts';
import {
  discardPrepared,
  keepPrepared,
  prepareBlob,
  registerPurpose,
  takeUpload,
  useUpload,
  type Prepared,
} from '#features/media/service.ts';
import { findFreeName, holdCloud, notifyChanged } from './folders.ts';
import { presentAll } from './shown-nodes.ts';
import { readName } from './names.ts';
import { getFolder } from './policy.ts';
import type { Shown } from './present.ts';
import * as owners from './owner-queries.ts';
import type { NodeRow } from './node-rows.ts';
import * as queries from './queries.ts';

const FOLDER = 'cloud';

/**
 * Allows resumable uploads into the cloud to users who have room for them, counting the uploads in
 * progress.
 */
export function admitUploads(context: AppContext): void {
  registerPurpose(context, 'cloud', async (tx, viewer, bytes, waiting) => {
    if (bytes > FILES.cloud) throw appError('too_large');
    const { used } = await owners.findCloud(tx, viewer.id);
    if (used + waiting + bytes > context.config.cloudQuota) throw appError('cloud_full');
  });
}

/** Reserves space and counts in a locked cloud. Throws `cloud_full`, `too_many_things`. */
export async function reserveSpace(
  context: AppContext,
  tx: Tx,
  ownerId: string,
  cloud: owners.OwnerRow,
  by: { used: number; files: number },
): Promise<void> {
  if (cloud.used + by.used > context.config.cloudQuota) throw appError('cloud_full');
  if (cloud.files + by.files > CLOUD.files) throw appError('too_many_things');
  await owners.addToCloud(tx, ownerId, { ...by, folders: 0 });
}

export type Upload = {
  folderId: string | null;
  files: StagedFile[];
  uploads: string[];
  names: string[];
  keys: string[];
};
type Sent = { filename: string; key: string | null; staged: StagedFile };
type Named = { filename: string; key: string | null; prepared: Prepared };
/**
 * Adds files to a folder, all of them or none: those of a form first, then finished uploads.
 * `names` and `keys` apply to them in this order; a taken name
 * gets a number, and a file already sent with its key is returned as it is. Throws `no_files`,
 * `too_many_files`, `bad_name`, `bad_input`, `not_found`,
 * `cloud_full`, `too_many_things`, `no_space`, `upload_lost`, `upload_unfinished`.
 */
export async function uploadFiles(
  context: AppContext,
  viewer: Viewer,
  { folderId, files, uploads, names, keys }: Upload,
): Promise<Shown[]> {
  if (files.length + uploads.length === 0) throw appError('no_files');
  if (files.length + uploads.length > FILES.cloudFiles) throw appError('too_many_files');
  await getFolder(context.db, viewer.id, folderId);
  const input = names.map((name) => readName(name));
  if (!keys.every(isId) || new Set(keys).size < keys.length) throw appError('bad_input');
  const known = await queries.findSent(context.db, viewer.id, keys);
  const taken: StagedFile[] = [];
  try {
    const sent: Sent[] = [];
    for (const [index, one] of [...files, ...uploads].entries()) {
      const key = keys[index] ?? null;
      if (key !== null && known.has(key)) continue;
      const staged =
        typeof one === 'string' ? await takeUpload(context, viewer, one, 'cloud') : one;
      if (typeof one === 'string') taken.push(staged);
      sent.push({ filename: input[index] ?? staged.filename, key, staged });
    }
    const prepared = await prepareAll(
      context,
      sent.map(({ staged }) => staged),
    );
    const named = sent.map(({ filename, key }, index) => ({
      filename,
      key,
      prepared: prepared[index]!,
    }));
    const rows =
      named.length === 0
        ? []
        : await keepFiles(
            context,
            viewer,
            { folderId, uploads: taken.map(({ part }) => part) },
            named,
          );
    return await presentAll(context, viewer.id, [...known.values(), ...rows]);
  } finally {
    await discardStaged(taken);
  }
}

async function prepareAll(context: AppContext, staged: StagedFile[]): Promise<Prepared[]> {
  const outcomes = await Promise.allSettled(
    staged.map((file) => prepareBlob(context, file, FOLDER)),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const done = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  if (failed === undefined) return done;
  await discardPrepared(context, done);
  throw failed.reason;
}

function keepFiles(
  context: AppContext,
  viewer: Viewer,
  to: { folderId: string | null; uploads: string[] },
  named: Named[],
): Promise<NodeRow[]> {
  const ids = new Map(named.map(({ prepared }) => [prepared, newId()]));
  const belonging = (one: Prepared) => ({ ownerId: viewer.id, scopeId: ids.get(one)! });
  return keepPrepared(
    context,
    named.map(({ prepared }) => prepared),
    belonging,
    async (tx, after) => {
      const cloud = await holdCloud(tx, viewer.id);
      await getFolder(tx, viewer.id, to.folderId);
      // The same file was sent a second time while the first is being stored.
      if (
        (
          await queries.findSent(
            tx,
            viewer.id,
            named.flatMap(({ key }) => (key === null ? [] : [key])),
          )
        ).size > 0
      )
        throw appError('unavailable');
      for (const id of to.uploads) await useUpload(context, tx, id);
      await reserveSpace(context, tx, viewer.id, cloud, {
        used: named.reduce((sum, { prepared }) => sum + prepared.bytes, 0),
        files: named.length,
      });
      const rows: NodeRow[] = [];
      for (const { filename, key, prepared } of named) {
        const name = await findFreeName(tx, viewer.id, to.folderId, filename);
        const { name: stored, mime: type, bytes } = prepared;
        rows.push(
          await queries.insertNode(tx, {
            id: ids.get(prepared)!,
            owner_id: viewer.id,
            parent_id: to.folderId,
            is_folder: false,
            name,
            type,
            stored,
            bytes,
            client_key: key,
          }),
        );
      }
      notifyChanged(context, after, viewer.id);
      return rows;
    },
  );
}
