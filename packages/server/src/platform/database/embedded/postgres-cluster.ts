import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

const UNFINISHED = 'unfinished-';

/**
 * pg_trgm takes its letters from LC_CTYPE: with plain C everything seems to work, but no Cyrillic
 * search uses its index.
 */
const CYRILLIC = [
  '--encoding=UTF8',
  '--locale=C',
  '--lc-ctype=C.UTF-8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

export function readClusterSecret(path: string, { isNew }: { isNew: boolean }): string {
  const secret = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (/^[0-9a-f]{48}$/.test(secret)) return secret;
  if (!isNew)
    throw new Error(
      `Пропал пароль встроенной базы: ${path}. Верните этот файл из резервной копии.`,
    );
  const made = randomBytes(24).toString('hex');
  writeFileSync(path, `${made}\n`, { mode: 0o600, flush: true });
  return made;
}

export function refuseOtherMajor(cluster: string, major: string): void {
  const path = join(cluster, 'PG_VERSION');
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (found === major) return;
  throw new Error(
    found === ''
      ? `В папке ${cluster} нет файла PG_VERSION: это не база PostgreSQL или она повреждена. Данные не тронуты.`
      : `База в ${cluster} создана PostgreSQL ${found}, а встроенный сервер — PostgreSQL ${major}. Данные не тронуты: ` +
          `перенесите их через pg_dump или укажите DATABASE_URL сервера версии ${found}.`,
  );
}

/**
 * The folder gets its final name only when it is complete, so an interrupted initdb leaves nothing
 * that looks like a database.
 */
export async function makeCluster(options: {
  home: string;
  cluster: string;
  secretPath: string;
  binaries: PostgresBinaries;
  account: PostgresAccount;
}): Promise<void> {
  const { home, cluster, secretPath, binaries, account } = options;
  removeUnfinished(home);
  const folder = join(home, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  const args = [
    '-D',
    folder,
    '-U',
    'postgres',
    `--pwfile=${secretPath}`,
    '-A',
    'scram-sha-256',
    ...CYRILLIC,
  ];
  await runToEnd(
    [...account.prefix, binaries.initdb, ...args, '--data-checksums', '--no-instructions'],
    account,
    binaries.env,
  );
  renameSync(folder, cluster);
  syncFolder(home);
}

function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(UNFINISHED))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function runToEnd(
  command: string[],
  account: PostgresAccount,
  env: Record<string, string>,
): Promise<void> {
  const [file = '', ...args] = command;
  const { prefix: _prefix, ...identity } = account;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...identity, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`Не удалось создать базу (${signal ?? code}):\n${output.trim()}`));
    });
  });
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
