import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#platform/runtime/config.ts';
import type { Print } from '#platform/runtime/log.ts';
import { mediaModes } from './private-files.ts';
import { createDiskStorage, type Storage } from './storage.ts';

/**
 * Opens the configured storage. Prints a message if S3 does not answer for now; throws a sentence
 * for the operator if it never can.
 */
export async function makeStorage(config: Config, print: Print, log: Logger): Promise<Storage> {
  if (config.s3 === undefined)
    return createDiskStorage(join(config.dataDir, 'media'), mediaModes(config));
  const [{ createS3Storage }, { answersNow }] = await Promise.all([
    import('./s3-storage.ts'),
    import('./s3-client.ts'),
  ]);
  if (!(await answersNow(config.s3)))
    print(
      `Хранилище файлов ${config.s3.endpoint} не отвечает. Сервер работает без файлов, пока оно не вернётся.`,
    );
  return createS3Storage(config.s3, log);
}
