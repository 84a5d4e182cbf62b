import { CLOUD, FILES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { discardStaged, type StagedFile } from '#platform/staging.ts';
import { discardPrepared, keepPrepared, prepareBlob, registerPurpose, takeUpload, useUpload, type Prepared } from '#features/media/service.ts';
import { findFreeName, holdCloud, presentAll, tellChanged } from './folders.ts';
import { readName } from './names.ts';
import { getFolder } from './policy.ts';
import type { Shown } from './present.ts';
import * as queries from './queries.ts';

const FOLDER = 'cloud';

/** Who may begin a resumable upload into the cloud: whoever has room for it beside those that are under way. */
export function admitUploads(ground: Ground): void {
  registerPurpose(ground, 'cloud', async (viewer, bytes, waiting) => {
    if (bytes > FILES.cloud) throw fault('too_large');
    const { used } = await queries.findCloud(ground.db, viewer.id);
    if (used + waiting + bytes > ground.config.cloudQuota) throw fault('cloud_full');
  });
}

/** Makes room for so much, in a cloud that is held. Throws `cloud_full`, `too_many_things`. */
export async function takeRoom(ground: Ground, tx: Tx, ownerId: string, cloud: queries.OwnerRow, by: { used: number; files: number }): Promise<void> {
  if (cloud.used + by.used > ground.config.cloudQuota) throw fault('cloud_full');
  if (cloud.files + by.files > CLOUD.files) throw fault('too_many_things');
  await queries.addToCloud(tx, ownerId, { ...by, folders: 0 });
}

export type Upload = { folderId: string | null; files: StagedFile[]; uploads: string[]; names: string[] };
/**
 * Puts files into a folder, all of them or none: those of a form first, then finished uploads. `names` name them in this order; a taken name gets a number.
 * Throws `no_files`, `too_many_files`, `bad_name`, `not_found`, `cloud_full`, `too_many_things`, `no_space`, `upload_lost`, `upload_unfinished`.
 */
export async function uploadFiles(ground: Ground, viewer: Viewer, { folderId, files, uploads, names }: Upload): Promise<Shown[]> {
  if (files.length + uploads.length === 0) throw fault('no_files');
  if (files.length + uploads.length > FILES.cloudFiles) throw fault('too_many_files');
  await getFolder(ground.db, viewer.id, folderId);
  const given = names.map((name) => readName(name));
  const taken: StagedFile[] = [];
  try {
    for (const id of new Set(uploads)) taken.push(await takeUpload(ground, viewer, id, 'cloud'));
    const staged = [...files, ...taken].map((file, place) => ({ ...file, filename: given[place] ?? file.filename }));
    const prepared = await prepareAll(ground, staged);
    const rows = await keepFiles(ground, viewer, { folderId, uploads: taken.map(({ part }) => part) }, staged.map(({ filename }, place) => ({ filename, prepared: prepared[place]! })));
    return await presentAll(ground, viewer.id, rows);
  } finally {
    await discardStaged(taken);
  }
}

async function prepareAll(ground: Ground, staged: StagedFile[]): Promise<Prepared[]> {
  const outcomes = await Promise.allSettled(staged.map((file) => prepareBlob(ground, file, FOLDER)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  if (failed === undefined) return done;
  await discardPrepared(ground, done);
  throw failed.reason;
}

type Named = { filename: string; prepared: Prepared };
function keepFiles(ground: Ground, viewer: Viewer, to: { folderId: string | null; uploads: string[] }, named: Named[]): Promise<queries.NodeRow[]> {
  const ids = new Map(named.map(({ prepared }) => [prepared, newId()]));
  const belonging = (one: Prepared) => ({ ownerId: viewer.id, scopeId: ids.get(one)! });
  return keepPrepared(ground, named.map(({ prepared }) => prepared), belonging, async (tx, after) => {
    const cloud = await holdCloud(tx, viewer.id);
    await getFolder(tx, viewer.id, to.folderId);
    for (const id of to.uploads) await useUpload(ground, tx, id);
    await takeRoom(ground, tx, viewer.id, cloud, { used: named.reduce((sum, { prepared }) => sum + prepared.bytes, 0), files: named.length });
    const rows: queries.NodeRow[] = [];
    for (const { filename, prepared } of named) {
      const name = await findFreeName(tx, viewer.id, to.folderId, filename);
      const { name: stored, mime: type, bytes } = prepared;
      rows.push(await queries.insertNode(tx, { id: ids.get(prepared)!, owner_id: viewer.id, parent_id: to.folderId, is_folder: false, name, type, stored, bytes }));
    }
    tellChanged(ground, after, viewer.id);
    return rows;
  });
}
