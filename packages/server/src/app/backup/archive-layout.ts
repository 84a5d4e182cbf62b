import type { Config } from '#platform/runtime/config.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import { findEmbedded } from '#platform/database/embedded/embedded-address.ts';
import { makeLog, type Print } from '#platform/runtime/log.ts';
import { makeStorage } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BLOBS, FOLDERS, type StorageFolder } from '#features/media/service.ts';
import type { DumpedTable, Sequences } from '#platform/database/table-dump.ts';

/** A rejection that is reported by its sentence alone. */
export class ArchiveRefused extends Error {}

/** The metadata of a full backup. */
export type Manifest = {
  format: 1;
  madeAt: string;
  schema: string;
  tables: DumpedTable[];
  sequences: Sequences;
  media: { files: number; bytes: number };
};
export const MANIFEST = 'manifest.json';
/**
 * The checksums of the media, one line each: SHA-256, two spaces, the path. This is the format of
 * `sha256sum`.
 */
export const SUMS = 'media.sha256';
export const PLACES: readonly StorageFolder[] = [...FOLDERS, BLOBS];

/**
 * Connects to the configured database: an external one, the embedded one of a running server, or
 * the embedded one, started for this purpose.
 */
export async function reachDatabase(
  config: Config,
  print: Print,
): Promise<{ url: string; close(): Promise<void> }> {
  const url = config.databaseUrl ?? findEmbedded(config.dataDir);
  if (url !== undefined) return { url, close: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: print });
  return { url: embedded.url, close: embedded.stop };
}
export const storageOf = (config: Config, print: Print): Promise<Storage> =>
  makeStorage(config, print, makeLog('warn'));
