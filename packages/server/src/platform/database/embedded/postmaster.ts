import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = { pid: number; port: number; status: string };

/**
 * Returns the live server of this folder according to its postmaster.pid; a stale file or a reused
 * pid gives undefined.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/**
 * The working directory of PostgreSQL's processes is the data folder, which distinguishes them from
 * an unrelated process with the same pid.
 */
export function isRunning(pid: number, cluster: string): boolean {
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

/**
 * PostgreSQL refuses to start while an unrelated process has the pid of its stale file; the file is
 * removed only when no process runs in the folder.
 */
export function removeStalePidFile(cluster: string): void {
  if (readPidFile(cluster).length === 0) return;
  const isSomeoneHere = readdirSync('/proc').some(
    (name) => /^\d+$/.test(name) && isRunning(Number(name), cluster),
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
