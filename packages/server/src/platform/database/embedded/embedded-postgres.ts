import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, fchownSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  choosePostgresAccount,
  type PostgresAccount,
  refuseForeignFolder,
} from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { makeCluster, readClusterSecret, refuseOtherMajor } from './postgres-cluster.ts';
import { openOwnDatabase } from './postgres-database.ts';
import { superviseServer } from './postgres-supervisor.ts';
import { logSize, readLogTail, trimLog } from './postgres-log.ts';
import { chooseFreePort, isFree } from './postgres-port.ts';
import { findPostmaster, isRunning, removeStalePidFile } from './postmaster.ts';
import { holdProcessLock } from '#platform/runtime/process-lock.ts';

export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

type Log = (line: string) => void;
type Running = { pid: number; port: number; child?: ChildProcess };
type Place = {
  cluster: string;
  logPath: string;
  portPath: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
};

/** Long enough for the previous server to drain after a restart. */
const LOCK_WAIT_MS = 20_000;
const POLL_MS = 10;
const SLOW_MS = 5_000;
const TRIM_EVERY_MS = 60_000;
const FATAL_SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * fsync, synchronous_commit and full_page_writes stay on, as they are by default: an acknowledged
 * row survives a crash.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '1',
  random_page_cost: '1.1',
  jit: 'off',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Details quote row values: people's addresses do not belong in a log.
  log_error_verbosity: 'terse',
};

/**
 * Starts the database of a data folder, or adopts the one left by a killed process. Until `stop`,
 * the database is restarted at the
 * same address whenever it dies; acknowledged writes survive. Throws a sentence for the person at
 * the terminal.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  lockWaitMs?: number;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, lockWaitMs = LOCK_WAIT_MS } = options;
  const home = openHome(dataDir);
  const cluster = join(home, 'cluster');
  const logPath = join(home, 'server.log');
  const secretPath = join(home, 'secret');

  const lock = await holdProcessLock(join(home, 'starter.lock'), {
    waitMs: lockWaitMs,
    onWait: (pid) =>
      log(`База занята другим процессом Респы (pid ${pid}), жду, пока он остановится…`),
  });
  let running: Running | undefined;
  const unguard = guardExit(() => {
    if (running) interrupt(running, cluster);
    lock.release();
  });
  try {
    const isNew = !existsSync(cluster);
    const binaries = findPostgresBinaries(home);
    if (!isNew) refuseOtherMajor(cluster, binaries.major);
    const secret = readClusterSecret(secretPath, { isNew });
    const account = choosePostgresAccount({
      dataDir,
      home,
      cluster,
      postgres: binaries.postgres,
      env: binaries.env,
    });
    if (isNew) {
      log('Создаю базу данных…');
      await makeCluster({ home, cluster, secretPath, binaries, account });
    }
    trimLog(logPath);
    const place: Place = { cluster, logPath, portPath: join(home, 'port'), binaries, account };
    const remember = (found: Running): void => void (running = found);
    const server = (await adopt(cluster, log, remember)) ?? (await launch(place, log, remember));
    const url = await openOwnDatabase({ port: server.port, secret, isNew });
    const trimmer = setInterval(() => trimLog(logPath), TRIM_EVERY_MS).unref();
    const keeper = superviseServer({
      isRunning: () => running !== undefined && isRunning(running.pid, cluster),
      revive: async () =>
        (await adopt(cluster, log, remember)) ?? launch(place, log, remember, server.port),
      log,
    });
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      clearInterval(trimmer);
      await keeper.stop();
      await shutDown(running ?? server, cluster, log);
      unguard();
      lock.release();
    };
    return { url, stop: () => (stopping ??= stop()) };
  } catch (error) {
    if (running) await shutDown(running, cluster, log);
    unguard();
    lock.release();
    throw error;
  }
}

function openHome(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    mkdirSync(home, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `Не удалось создать папку для базы: ${home}. Проверьте права на неё или задайте другую DATA_DIR.`,
      { cause: error },
    );
  }
  refuseForeignFolder(home);
  return realpathSync(home);
}

/** A parent killed with -9 leaves its server running: it is adopted as it is. */
async function adopt(
  cluster: string,
  log: Log,
  remember: (found: Running) => void,
): Promise<Running | undefined> {
  const found = findPostmaster(cluster);
  if (!found) return undefined;
  if (found.status !== 'stopping') remember(found);
  log(`Нашёл базу, оставшуюся от прошлого запуска (pid ${found.pid})`);
  const outcome = await waitUntil(log, 'Прошлая база ещё не готова', () => {
    const now = findPostmaster(cluster);
    if (!now) return 'gone';
    return now.status === 'ready' ? now : undefined;
  });
  return outcome === 'gone' ? undefined : outcome;
}

async function launch(
  place: Place,
  log: Log,
  remember: (found: Running) => void,
  knownPort?: number,
): Promise<Running> {
  const { cluster, logPath, portPath } = place;
  removeStalePidFile(cluster);
  for (let attempt = 1; ; attempt += 1) {
    const port = knownPort ?? (await chooseFreePort(portPath));
    const from = logSize(logPath);
    const child = await spawnPostmaster(place, port);
    const pid = child.pid ?? 0;
    const running = { pid, port, child };
    remember(running);
    const outcome = await waitUntil(log, 'База приводит себя в порядок после сбоя', () => {
      if (child.exitCode !== null || child.signalCode !== null) return 'gone';
      const now = findPostmaster(cluster);
      return now?.pid === pid && now.status === 'ready' ? running : undefined;
    });
    if (outcome !== 'gone') return outcome;
    const tail = readLogTail(logPath, from);
    // Processes of a killed server need a moment to notice and to release its shared memory.
    const isPassing =
      !(await isFree(port)) || /shared memory block|lock file "postmaster\.pid"/.test(tail);
    if (!isPassing || attempt >= 20)
      throw new Error(`База не запустилась (${child.signalCode ?? child.exitCode}):\n${tail}`);
    await sleep(250);
  }
}

/**
 * Runs in a process group of its own (`detached`), so that Ctrl-C in the terminal does not stop it
 * before its clients.
 */
async function spawnPostmaster(
  { cluster, logPath, binaries, account }: Place,
  port: number,
): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, port: `${port}` }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const { prefix, ...identity } = account;
  const [file = '', ...args] = [...prefix, binaries.postgres, '-D', cluster, ...settings];
  const output = openSync(logPath, 'a', 0o600);
  try {
    if (account.uid !== undefined && account.gid !== undefined)
      fchownSync(output, account.uid, account.gid);
    const child = spawn(file, args, {
      ...identity,
      env: binaries.env,
      detached: true,
      stdio: ['ignore', output, output],
    });
    await new Promise<void>((resolve, reject) =>
      child.once('spawn', resolve).once('error', reject),
    );
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

async function shutDown(running: Running, cluster: string, log: Log): Promise<void> {
  interrupt(running, cluster);
  await waitUntil(log, 'База останавливается дольше обычного', () =>
    isRunning(running.pid, cluster) ? undefined : true,
  );
}

/**
 * SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back and everything
 * acknowledged is written.
 */
function interrupt({ pid, child }: Running, cluster: string): void {
  if (child) child.kill('SIGINT');
  else if (isRunning(pid, cluster)) process.kill(pid, 'SIGINT');
}

async function waitUntil<T>(log: Log, complaint: string, look: () => T | undefined): Promise<T> {
  const since = performance.now();
  let told = 1;
  for (;;) {
    const seen = look();
    if (seen !== undefined) return seen;
    const passed = performance.now() - since;
    if (passed > told * SLOW_MS) {
      log(`${complaint} (${Math.round(passed / 1000)} с)`);
      told += 1;
    }
    await sleep(POLL_MS);
  }
}

/**
 * Without a listener, Node dies from a signal without an `exit` event; the server must not outlive
 * it in that case either.
 */
function guardExit(abandon: () => void): () => void {
  const exitUnlessHandled = (signal: keyof typeof FATAL_SIGNALS): void => {
    const hasOtherListeners = process
      .listeners(signal)
      .some((listener) => listener.name !== exitUnlessHandled.name);
    if (!hasOtherListeners) process.exit(128 + FATAL_SIGNALS[signal]);
  };
  const signals = Object.keys(FATAL_SIGNALS) as (keyof typeof FATAL_SIGNALS)[];
  for (const signal of signals) process.on(signal, exitUnlessHandled);
  process.once('exit', abandon);
  return () => {
    for (const signal of signals) process.off(signal, exitUnlessHandled);
    process.off('exit', abandon);
  };
}
