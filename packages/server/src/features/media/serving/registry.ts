import type { UploadPurpose } from '@respa/contract/uploads';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Folder, Place } from './folders.ts';
import { makeMemory, type Memory } from './byte-cache.ts';
import { makePasses, type Passes } from './access-cache.ts';
import { makePieceBuffers, type PieceBuffers } from '../videos/chunk-buffers.ts';
import type { MediaRow } from '../queries.ts';
import { makeRunningHashes, type RunningHashes } from '../uploads/upload-store.ts';
import type { AdmitUpload } from '../uploads/uploads.ts';

/** May this person (null: a visitor) read what the row stands for? */
export type Reader = (
  viewerId: string | null,
  row: Pick<MediaRow, 'scope_id' | 'owner_id'>,
) => Promise<boolean>;
/** A small file as it is sent again and again. `checked` is when the storage was last asked whether it is still there, in milliseconds. */
export type Remembered = { body: Buffer; bytes: number; changedAt: Date; checked: number };
/** A stored file that is there, and its bytes where they are in memory. */
export type Found = {
  folder: Place;
  name: string;
  bytes: number;
  changedAt: Date;
  body: Buffer | null;
};
/** How bytes are sent: what caches may do, under which name (its extension says the type), and whether they are to be saved. */
export type Sending = { caching: string; name: string; saveAs: string | null };
export type Passed = { found: Found; sending: Sending };
export type MediaRegistry = {
  readers: Map<Folder, Reader>;
  purposes: Map<UploadPurpose, AdmitUpload>;
  hashes: RunningHashes;
  memory: Memory<Remembered>;
  pieces: PieceBuffers;
  passes: Passes<Passed>;
};

const MEMORY_BYTES = 64 * 1024 * 1024;
const registries = new WeakMap<AppContext, MediaRegistry>();

/** What media keeps for one server: who decides over a folder, and the small files in memory. */
export function mediaRegistryOf(context: AppContext): MediaRegistry {
  let registry = registries.get(context);
  if (registry === undefined)
    registries.set(
      context,
      (registry = {
        readers: new Map(),
        purposes: new Map(),
        hashes: makeRunningHashes(),
        memory: makeMemory(MEMORY_BYTES),
        pieces: makePieceBuffers(),
        passes: makePasses(),
      }),
    );
  return registry;
}
