import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { S3Settings } from '#platform/runtime/config.ts';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';
import { asFailure, createTransport, TIMEOUT_MS, type Transport } from './s3-client.ts';
import { abortUploads, listObjects } from './s3-listing.ts';
import { sendFile } from './s3-parts.ts';
import { downloadObject, openObject, readObject, statObject } from './s3-reading.ts';
import { makeS3Requests } from './s3-requests.ts';
import type { Storage } from './storage.ts';
import { findKey, keyToWrite, pathOf } from './stored-keys.ts';

/** The maximum number of file parts held in memory at once, eight megabytes each. */
const PARTS_AT_ONCE = 6;

/**
 * Creates the storage in a bucket of any S3; an object has the same path as it would have on disk.
 * Besides the errors of `Storage`, every method throws `StoreAway`.
 */
export async function createS3Storage(settings: S3Settings, log: Logger): Promise<Storage> {
  const transport = await createTransport(settings);
  const { library, client, bucket } = transport;
  const requests = makeS3Requests(transport, log);
  const turns = createWorkQueue(PARTS_AT_ONCE);

  return {
    pathOf,
    open: (folder, name, range) => openObject(requests, folder, name, range),
    lend: (folder, name, toPath) => downloadObject(requests, folder, name, toPath),
    read: (folder, name, start, into) => readObject(requests, folder, name, start, into),
    stat: (folder, name) => statObject(requests, folder, name),
    list: (folder) => listObjects(requests, folder),
    sweep: (olderThanMs) => abortUploads(requests, olderThanMs),
    sign: settings.presigned ? await makeSigner(transport) : null,

    async put(folder, name, fromPath) {
      const key = keyToWrite(folder, name);
      await sendFile(transport, key, fromPath, turns).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? error : asFailure(error, log);
      });
      await rm(fromPath, { force: true });
    },

    async copy(folder, name, as) {
      const [from, to] = [keyToWrite(folder, name), keyToWrite(folder, as)];
      const copying = client.send(
        new library.CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }),
        { requestTimeout: TIMEOUT_MS.joining },
      );
      return (await requests.orNull(copying)) !== null;
    },

    async remove(folder, name) {
      const key = findKey(folder, name);
      if (key !== null)
        await requests.orNull(
          client.send(new library.DeleteObjectCommand({ Bucket: bucket, Key: key })),
        );
    },

    close: () => client.destroy(),
  };
}

async function makeSigner({
  library,
  client,
  bucket,
}: Transport): Promise<NonNullable<Storage['sign']>> {
  const presigner = await import('@aws-sdk/s3-request-presigner');
  return (folder, name, { seconds, type, saveAs, caching }) => {
    const command = new library.GetObjectCommand({
      Bucket: bucket,
      Key: keyToWrite(folder, name),
      ResponseContentType: type,
      ResponseContentDisposition: saveAs ?? 'inline',
      ResponseCacheControl: caching,
    });
    return presigner.getSignedUrl(client, command, { expiresIn: seconds });
  };
}
