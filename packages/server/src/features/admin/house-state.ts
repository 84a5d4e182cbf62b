import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { nowMs } from '#platform/clock.ts';
import type { Ground } from '#platform/ground.ts';
import { sumMedia } from '#features/media/service.ts';
import { countWaiting } from '#features/promos/service.ts';
import { countOpen } from '#features/reports/service.ts';
import { countNewAppeals } from '#features/support/service.ts';
import { countFailed } from './jobs.ts';

const KEPT_MS = 60_000;
const MOST = 1_000;
type Sizes = { database: number; storage: { bytes: number; files: number }; disk: { free: number; total: number }; measured: string };

async function measure({ db, config }: Ground): Promise<Sizes> {
  const [{ rows }, storage, disk] = await Promise.all([sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db), sumMedia(db), statfs(config.dataDir)]);
  return { database: rows[0]!.bytes, storage, disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }, measured: new Date(nowMs()).toISOString() };
}
/** Tells what waits for the admin, and how much room is taken. The sizes are measured once a minute at most, whoever asks meanwhile. */
export function makeHouseState(ground: Ground) {
  let kept: { sizes: Promise<Sizes>; ends: number } | null = null;
  return async () => {
    if (kept === null || kept.ends <= nowMs()) {
      const sizes = measure(ground);
      sizes.catch(() => { kept = null; });
      kept = { sizes, ends: nowMs() + KEPT_MS };
    }
    const [messages, reports, promos, failed, sizes] = await Promise.all([countNewAppeals(ground.db, MOST), countOpen(ground.db, MOST), countWaiting(ground), countFailed(ground.db, MOST), kept.sizes]);
    return { waiting: { messages, reports, promos, failed }, ...sizes };
  };
}
