import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/runtime/config.ts';
import type { Print } from '#platform/runtime/log.ts';

/** The modes of folders and files. */
export type FileModes = { folder: number; file: number };
/** Nobody but the account of the server. */
export const OWN_MODES: FileModes = { folder: 0o700, file: 0o600 };
/** The proxy sends the media itself: its account is in the group of the server's account. */
const GROUP_MODES: FileModes = { folder: 0o750, file: 0o640 };
/** The folders of DATA_DIR in which the server writes. PostgreSQL guards its own. */
const FOLDERS = ['outbox', 'uploads', 'staging', 'media'] as const;

/** Returns the modes of stored media: the group may read them if the proxy sends them itself. */
export const mediaModes = ({ mediaAccel }: Pick<Config, 'mediaAccel'>): FileModes =>
  mediaAccel === undefined ? OWN_MODES : GROUP_MODES;

/**
 * Closes DATA_DIR to all other accounts of the machine, whatever the umask and the creator of the
 * folder; what this process and its children create from now on is closed too. Prints a sentence if
 * something belongs to another account.
 */
export function keepFilesPrivate(
  config: Pick<Config, 'dataDir' | 'mediaAccel'>,
  print: Print,
): void {
  process.umask(0o077);
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true, mode: OWN_MODES.folder });
  sayIfForeign(print, () => {
    closeDataFolder(config);
    for (const name of FOLDERS)
      closeTree(join(dataDir, name), name === 'media' ? mediaModes(config) : OWN_MODES);
  });
}

/**
 * Closes whole folders to all other accounts. Prints a sentence if one belongs to another account.
 */
export function closeFolders(paths: readonly string[], print: Print): void {
  for (const path of paths) sayIfForeign(print, () => closeTree(path, OWN_MODES));
}

function sayIfForeign(print: Print, close: () => void): void {
  try {
    close();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM') throw error;
    print(
      `Не удалось закрыть от других пользователей ${path}: владелец другой. Отдайте это пользователю, от имени которого работает Респа (chown -R).`,
    );
  }
}

/**
 * Closes the data folder itself. Its group may pass through it, without listing it, when the proxy
 * sends the media or when root runs PostgreSQL under another account, whose group it then gets.
 */
export function closeDataFolder({
  dataDir,
  mediaAccel,
}: Pick<Config, 'dataDir' | 'mediaAccel'>): void {
  const own = statSync(dataDir);
  const database = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false });
  const isShared =
    process.getuid?.() === 0 && database !== undefined && ![0, own.uid].includes(database.uid);
  if (isShared && mediaAccel !== undefined) return setMode(dataDir, own, 0o711);
  if (isShared && own.gid !== database.gid) chownSync(dataDir, own.uid, database.gid);
  setMode(dataDir, own, isShared || mediaAccel !== undefined ? 0o710 : OWN_MODES.folder);
}

/**
 * Sets the modes of a folder and of everything in it. The folder itself comes last, and a folder
 * that has its mode is done: a million files are visited once, after an update.
 */
function closeTree(path: string, modes: FileModes): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o777) === modes.folder) return;
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder)) {
      const inner = join(folder, entry);
      const stat = lstatSync(inner, { throwIfNoEntry: false });
      if (stat?.isDirectory()) {
        visit(inner);
        setMode(inner, stat, modes.folder);
      } else if (stat?.isFile()) setMode(inner, stat, modes.file);
    }
  };
  visit(path);
  setMode(path, found, modes.folder);
}

function setMode(path: string, { mode }: Stats, wanted: number): void {
  if ((mode & 0o777) !== wanted) chmodSync(path, wanted);
}
