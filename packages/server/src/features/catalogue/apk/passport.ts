import type { Static } from 'typebox';
import type { Passport } from '@respa/contract/catalogue';
import { appError } from '@respa/contract/app-errors';
import type { StagedFile } from '#platform/storage/staging.ts';
import { askThread, hashFile, createWorkQueue } from '#features/media/service.ts';
import type { Apk } from './apk.ts';
import type { ApkErrorCode } from './apk-bytes.ts';
import { describePermission } from './permissions.ts';

export type ApkAnswer = Apk | { code: ApkErrorCode };
/** What is stored about a file besides its bytes. */
export type StoredPassport = Omit<Apk, 'certificates'> & { hash: string; bytes: number };

/** Half a gigabyte is hashed up to three times. */
const LIMITS = { timeoutMs: 120_000, maxOldGenerationSizeMb: 256 };
const passportTurns = createWorkQueue(1);

/**
 * Reads a file's metadata and verifies its signer. Throws `bad_apk`, `no_manifest`, `unsigned_apk`,
 * `broken_signature`.
 */
export async function readPassport({
  path,
  bytes,
  hash,
}: Pick<StagedFile, 'path' | 'bytes' | 'hash'>): Promise<{
  passport: StoredPassport;
  certificates: string[];
}> {
  const answer = await passportTurns(() =>
    askThread<ApkAnswer>(new URL('./apk-worker.ts', import.meta.url), { path }, LIMITS),
  );
  if (answer === null) throw appError('bad_apk');
  if ('code' in answer) throw appError(answer.code);
  const { certificates, ...said } = answer;
  return {
    passport: { ...said, hash: (hash ?? (await hashFile(path))).toString('hex'), bytes },
    certificates,
  };
}

export const presentPassport = ({
  permissions,
  ...rest
}: StoredPassport): Static<typeof Passport> => ({
  ...rest,
  permissions: permissions.map((name) => ({ name, text: describePermission(name) })),
});
