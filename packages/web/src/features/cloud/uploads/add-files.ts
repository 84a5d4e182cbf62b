import * as cloud from '@respa/contract/cloud';
import { ApiError, call } from '#lib/network/call.ts';
import { createOnce } from '#lib/network/creation.ts';
import type { Dropped } from './dropped-entries.ts';
import { addToCloud } from './cloud-uploads.ts';

/** Returns the folder of that name inside another, and creates it if it does not exist. */
async function ensureFolder(name: string, parentId: string): Promise<string> {
  try {
    const { created } = await createOnce(`folder.${parentId}`, name, (_, key) =>
      call(cloud.mkdir, { body: { name, folderId: parentId }, key }),
    );
    return created._id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'name_taken') throw error;
    const { files } = await call(cloud.files, {
      body: { folder: { id: parentId } },
      query: { q: name },
    });
    const there = files.find(
      (one) => one.type === 'folder' && one.name.toLowerCase() === name.toLowerCase(),
    );
    if (there === undefined) throw error;
    return there._id;
  }
}

/**
 * Adds the dropped or chosen files to a folder and creates nested folders on the way. Throws
 * `ApiError`; files whose folder exists by then are sent.
 */
export async function addDropped(dropped: readonly Dropped[], folderId: string): Promise<void> {
  const made = new Map<string, string>([['', folderId]]);
  for (const [path, group] of Map.groupBy(dropped, ({ folders }) => folders.join('/'))) {
    let id = folderId;
    const { folders } = group[0]!;
    for (const [depth, name] of folders.entries()) {
      const way = folders.slice(0, depth + 1).join('/');
      id = made.get(way) ?? (await ensureFolder(name, id));
      made.set(way, id);
    }
    made.set(path, id);
    addToCloud(
      group.map(({ file }) => file),
      id,
    );
  }
}
