import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#platform/database/db.ts';
import { BadSettings, type Config } from './config.ts';

/** Where the key is stored in DATA_DIR if SECRET_KEY does not set it. */
export const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D: 96 random bits, and a tag of 128. */
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
/** How many bytes a sealed value is longer than the plain one. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

/**
 * Encrypts secrets that the server must be able to read again, such as those of authenticator apps.
 * Each belongs to an owner: moved to another owner's row it does not open.
 */
export type SecretBox = {
  seal(plain: Buffer, owner: string): Buffer;
  /** Throws if the value was changed, belongs to another owner or was sealed with another key. */
  open(sealed: Buffer, owner: string): Buffer;
};

export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, owner) {
      // A shorter tag could be guessed: it is no tag.
      const options = { authTagLength: TAG_BYTES };
      const opener = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), options)
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(NONCE_BYTES, SEAL_BYTES));
      return Buffer.concat([opener.update(sealed.subarray(SEAL_BYTES)), opener.final()]);
    },
  };
}

/** Returns SECRET_KEY, or the key in DATA_DIR, which is made at the first start. */
async function loadKey({ secretKey, dataDir }: Config): Promise<Buffer> {
  if (secretKey !== undefined) return Buffer.from(secretKey, 'hex');
  const file = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    const made = randomBytes(KEY_BYTES).toString('hex');
    await writeFile(file, `${made}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
}

/**
 * Opens the box of a server. Throws `BadSettings` if the database was sealed with another key, as
 * with a second server that has a DATA_DIR of its own.
 */
export async function openSecretBox(config: Config, db: Db): Promise<SecretBox> {
  const key = await loadKey(config);
  if (key.length !== KEY_BYTES)
    throw new BadSettings([`${join(config.dataDir, KEY_FILE)}: файл повреждён, ключ не читается.`]);
  const mark = createHmac('sha256', key).update('respa secret key').digest();
  await db
    .insertInto('secret_keys')
    .values({ name: 'main', mark })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const known = await db
    .selectFrom('secret_keys')
    .select('mark')
    .where('name', '=', 'main')
    .executeTakeFirstOrThrow();
  if (!known.mark.equals(mark))
    throw new BadSettings([
      `Секреты в базе зашифрованы другим ключом. Задайте SECRET_KEY, одинаковый для всех серверов, или верните прежний ${join(config.dataDir, KEY_FILE)}.`,
    ]);
  return createSecretBox(key);
}
