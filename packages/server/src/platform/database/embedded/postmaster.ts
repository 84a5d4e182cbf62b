import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = { pid: number; port: number; status: string };

/** The living server of this folder, as its postmaster.pid tells; a stale file or a reused pid gives nothing. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAtWork(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/** PostgreSQL's processes live in the data folder, which tells them from a stranger with the same pid. */
export function isAtWork(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to start while a stranger has the pid of its stale file; it is removed only when nobody works in the folder. */
export function removeStalePidFile(cluster: string): void {
  if (readPidFile(cluster).length === 0) return;
  const isSomeoneHere = readdirSync('/proc').some(
    (name) => /^\d+$/.test(name) && isAtWork(Number(name), cluster),
  );
  if (!isSomeoneHere) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
