import type { Static } from 'typebox';
import type { Thing } from '@respa/contract/cloud';
import type { StoredPicture } from '#features/media/service.ts';
import { extensionOf } from './names.ts';
import type { NodeRow } from './node-rows.ts';

export type Shown = Static<typeof Thing>;
export type Around = {
  viewerId: string | null;
  folders: ReadonlyMap<string, string>;
  views: ReadonlyMap<string, StoredPicture>;
};

/**
 * Presents a folder or a file to a viewer. Only its owner learns its path and the people it was
 * sent to; visitors do not learn its owner.
 */
export function presentThing(row: NodeRow, { viewerId, folders, views }: Around): Shown {
  const isOwn = row.owner_id === viewerId;
  return {
    _id: row.id,
    name: row.name,
    type: row.is_folder ? 'folder' : row.type,
    ext: row.is_folder ? '' : extensionOf(row.name),
    path: row.stored ?? '',
    size: row.bytes,
    public: row.is_public,
    owner: viewerId === null ? null : row.owner_id,
    folder:
      isOwn && row.parent_id !== null
        ? { name: folders.get(row.parent_id) ?? '', id: row.parent_id }
        : { name: 'root', id: '' },
    date: row.created_at.toISOString(),
    preview: row.stored === null ? null : (views.get(row.stored) ?? null),
    shared: isOwn ? row.shared : 0,
  };
}
