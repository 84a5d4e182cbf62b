import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type ProcessLock = { release(): void };

/** After this long, an empty lock file is one whose writer died before filling it. */
const EMPTY_MS = 2_000;

/**
 * Holds a file that belongs to one live process. Its content identifies the process, so that a
 * reused pid is not taken for the owner.
 */
export async function holdProcessLock(
  path: string,
  { waitMs, onWait }: { waitMs: number; onWait(pid: number): void },
): Promise<ProcessLock> {
  const mine = describeProcess(process.pid) ?? `${process.pid}`;
  const since = performance.now();
  let emptySince: number | undefined;
  let hasReportedWait = false;
  for (;;) {
    if (tryCreate(path, mine))
      return { release: () => readText(path) === mine && rmSync(path, { force: true }) };
    const held = readText(path) ?? '';
    emptySince = held === '' ? (emptySince ?? performance.now()) : undefined;
    const isAbandoned =
      held === '' ? performance.now() - (emptySince ?? 0) > EMPTY_MS : !isAlive(held);
    if (isAbandoned) {
      moveAside(path, held);
      continue;
    }
    const pid = Number.parseInt(held, 10);
    if (performance.now() - since > waitMs) {
      throw new Error(
        `Эту папку уже держит другой процесс (pid ${pid}): ${path}. Остановите его или задайте другую DATA_DIR.`,
      );
    }
    if (!hasReportedWait && held !== '') {
      hasReportedWait = true;
      onWait(pid);
    }
    await sleep(50);
  }
}

/**
 * Returns the pid, its start in clock ticks and the boot id: the combination never repeats.
 * Undefined for a dead process or a zombie.
 */
export function describeProcess(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${pid} ${fields[19]} ${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}`;
}

function isAlive(description: string): boolean {
  return describeProcess(Number.parseInt(description, 10)) === description;
}

function tryCreate(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Unlinking by name could remove a lock that a faster process has just created; a file that was
 * moved can be inspected and put back.
 */
function moveAside(path: string, abandoned: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readText(aside) !== abandoned) linkSync(aside, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
