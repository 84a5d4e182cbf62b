import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeDataFolder } from '#platform/storage/private-files.ts';

/** PostgreSQL refuses to run as root, so root starts it under another account. */
export type PostgresAccount = { prefix: string[]; uid?: number; gid?: number };

type Place = {
  dataDir: string;
  home: string;
  cluster: string;
  postgres: string;
  env: Record<string, string>;
};

/**
 * Inside the namespace, everything owned by root belongs to `nobody`: no file changes owner, and
 * /root stays reachable.
 */
const NAMESPACE: PostgresAccount = {
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
};

const ACCOUNT_NAMES = ['postgres', 'node', 'nobody'];

export function refuseForeignFolder(path: string): void {
  const uid = process.getuid?.();
  const owner = ownerOf(path)?.uid;
  if (uid === 0 || owner === undefined || owner === uid) return;
  throw new Error(
    `Папка принадлежит другому пользователю (uid ${owner}): ${path}. Запустите Респу от его имени или задайте другую DATA_DIR.`,
  );
}

export function choosePostgresAccount(place: Place): PostgresAccount {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = ownerOf(place.cluster);
  const candidates =
    owner && owner.uid !== 0 ? [owner] : [NAMESPACE, ...ordinaryOwners(place), ...knownAccounts()];
  const account = candidates.find((candidate) => mayRun(candidate, place));
  if (!account) {
    throw new Error(
      'PostgreSQL не работает от имени root, а другой способ здесь не подошёл: пространства имён пользователей (unshare) недоступны, ' +
        `а обычные учётные записи не видят ${place.postgres} или ${dirname(place.home)}. ` +
        'Запустите Респу обычным пользователем, перенесите её из закрытой папки или укажите DATABASE_URL.',
    );
  }
  if (account.uid !== undefined && account.gid !== undefined) {
    giveTo(place.home, account.uid, account.gid);
    if (isInside(place)) closeDataFolder({ dataDir: place.dataDir, mediaAccel: undefined });
  }
  return account;
}

function ownerOf(path: string): (PostgresAccount & { uid: number; gid: number }) | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && { prefix: [], uid: stat.uid, gid: stat.gid };
}

function ordinaryOwners({ home, postgres }: Place): PostgresAccount[] {
  return [ownerOf(dirname(home)), ownerOf(postgres)].filter(
    (owner) => owner !== undefined && owner.uid !== 0,
  ) as PostgresAccount[];
}

function knownAccounts(): PostgresAccount[] {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  return ACCOUNT_NAMES.flatMap((name) => {
    const row = rows.find((fields) => fields[0] === name);
    return row ? [{ prefix: [], uid: Number(row[2]), gid: Number(row[3]) }] : [];
  });
}

/** Returns whether the database is in the data folder itself, and not behind a symbolic link. */
const isInside = ({ dataDir, home }: Place): boolean => dirname(home) === realpathSync(dataDir);

/**
 * The folder itself changes owner later, and the data folder then lets its group pass, so for
 * another account only access to the path leading to it matters.
 */
function mayRun({ prefix, ...identity }: PostgresAccount, place: Place): boolean {
  const { home, postgres, env } = place;
  const way = isInside(place) ? dirname(dirname(home)) : dirname(home);
  const test = [
    'sh',
    '-c',
    'test -x "$1" && test -x "$2"',
    'sh',
    postgres,
    identity.uid === undefined ? home : way,
  ];
  const [command = 'sh', ...args] = [...prefix, ...test];
  return spawnSync(command, args, { ...identity, env, stdio: 'ignore' }).status === 0;
}

function giveTo(path: string, uid: number, gid: number): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  if (stat.uid !== uid) chownSync(path, uid, gid);
  if (stat.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid);
}
