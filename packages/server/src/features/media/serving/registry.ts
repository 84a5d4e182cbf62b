import type { UploadPurpose } from '@respa/contract/uploads';
import type { Folder, StorageFolder } from './folders.ts';
import { makeMemory, type Memory } from './byte-cache.ts';
import { createAccessCache, type AccessCache } from './access-cache.ts';
import { makePieceBuffers, type PieceBuffers } from '../videos/chunk-buffers.ts';
import type { Patch } from '../videos/patches.ts';
import { createPatchCache, type PatchCache } from './preview-patches.ts';
import type { MediaRow } from '../queries.ts';
import { makeRunningHashes, type RunningHashes } from '../uploads/upload-store.ts';
import type { Purpose } from '../uploads/uploads.ts';

/** Returns whether the user (null: a visitor) may read the file of the row. */
export type Reader = (
  viewerId: string | null,
  row: Pick<MediaRow, 'scope_id' | 'owner_id'>,
) => Promise<boolean>;
/**
 * A cached small file. `checked` is when the storage was last asked whether the file still exists,
 * in milliseconds.
 */
export type Remembered = { body: Buffer; bytes: number; changedAt: Date; checked: number };
/** An existing stored file, with its bytes if they are cached. */
export type Found = {
  folder: StorageFolder;
  name: string;
  bytes: number;
  changedAt: Date;
  body: Buffer | null;
  /** What readers get in place of stored bytes; nobody else may send the file then. */
  patches?: readonly Patch[];
};
/**
 * How to send bytes: the cache policy, the name (its extension gives the type), and the download
 * name if the browser should save the file.
 */
export type Sending = { caching: string; name: string; saveAs: string | null };
export type Passed = { found: Found; sending: Sending };
export type MediaRegistry = {
  readers: Map<Folder, Reader>;
  purposes: Map<UploadPurpose, Purpose>;
  hashes: RunningHashes;
  memory: Memory<Remembered>;
  pieces: PieceBuffers;
  passes: AccessCache<Passed>;
  patches: PatchCache;
  /** The path of the encoder, null where there is none; undefined until it is looked for. */
  encoder: Promise<string | null> | undefined;
  /** What to run the encoder under so that it has no network; undefined until it is looked for. */
  isolation: Promise<readonly string[]> | undefined;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    media: MediaRegistry;
  }
}

const MEMORY_BYTES = 64 * 1024 * 1024;

/**
 * Returns what media keeps for one server: who may read a folder, and the small files in memory.
 */
export const createMediaRegistry = (): MediaRegistry => ({
  readers: new Map(),
  purposes: new Map(),
  hashes: makeRunningHashes(),
  memory: makeMemory(MEMORY_BYTES),
  pieces: makePieceBuffers(),
  passes: createAccessCache(),
  patches: createPatchCache(),
  encoder: undefined,
  isolation: undefined,
});
