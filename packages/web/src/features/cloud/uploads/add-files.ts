import * as cloud from '@respa/contract/cloud';
import { ApiError, call } from '#lib/network/call.ts';
import type { Dropped } from './dropped-entries.ts';
import { addUploads } from './upload-queue.ts';

/** The folder of a name inside of another: the one that is there, or a new one. */
async function ensureFolder(name: string, parentId: string): Promise<string> {
  try {
    return (await call(cloud.mkdir, { body: { name, folderId: parentId } })).created._id;
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

/** Puts what was dropped or chosen into a folder; folders of folders are made as they are met. Throws `ApiError`; what has its folder is sent. */
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
    addUploads(
      group.map(({ file }) => file),
      id,
    );
  }
}
