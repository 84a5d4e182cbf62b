import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  GetObjectCommandOutput,
  HeadObjectCommandOutput,
  ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { appError } from '@respa/contract/app-errors';
import type { Logger } from 'pino';
import { nowMs } from '#platform/runtime/clock.ts';
import type { S3Settings } from '#platform/runtime/config.ts';
import { asFailure, isAbsent, isUnsupported, createTransport, TIMEOUT_MS } from './s3-client.ts';
import { sendFile } from './s3-parts.ts';
import { withSilenceTimeout } from './s3-stream.ts';
import {
  findKey,
  isFolder,
  isStoredName,
  pathOf,
  type Storage,
  type StoredBody,
  type StoredStat,
} from './storage.ts';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';

/** The maximum number of file parts held in memory at once, eight megabytes each. */
const PARTS_AT_ONCE = 6;

/**
 * Creates the storage in a bucket of any S3; an object has the same path as it would have on disk.
 * Besides the errors of `Storage`, every method throws `StoreAway`.
 */
export async function createS3Storage(settings: S3Settings, log: Logger): Promise<Storage> {
  const transport = await createTransport(settings);
  const { library, client, bucket } = transport;
  const presigner = settings.presigned ? await import('@aws-sdk/s3-request-presigner') : null;
  const turns = createWorkQueue(PARTS_AT_ONCE);
  const ask = <T>(promise: Promise<T>): Promise<T> =>
    promise.catch((error: unknown) => {
      throw asFailure(error, log);
    });
  const orNull = <T>(promise: Promise<T>): Promise<T | null> =>
    ask(
      promise.catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      }),
    );
  const keyToWrite = (folder: string, name: string): string => {
    const key = findKey(folder, name);
    if (key === null) throw new TypeError(`not a stored name: ${folder}/${name}`);
    return key;
  };

  async function open(
    folder: string,
    name: string,
    range?: { start: number; end: number },
  ): Promise<StoredBody | null> {
    const key = findKey(folder, name);
    if (key === null) return null;
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    const answer = await orNull(
      client.send(new library.GetObjectCommand({ Bucket: bucket, Key: key, Range })),
    );
    if (answer === null) return null;
    const body = answer.Body as Readable;
    const bytes = range === undefined ? answer.ContentLength! : wholeOf(answer, range);
    if (bytes !== null)
      return { ...statOf(answer), bytes, body: withSilenceTimeout(body, TIMEOUT_MS.answer) };
    body.destroy();
    throw asFailure(
      new Error(`asked for ${Range}, got ${answer.ContentRange ?? 'everything'}`),
      log,
    );
  }

  return {
    pathOf,
    open,

    async put(folder, name, fromPath) {
      const key = keyToWrite(folder, name);
      await sendFile(transport, key, fromPath, turns).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? error : asFailure(error, log);
      });
      await rm(fromPath, { force: true });
    },

    async copy(folder, name, as) {
      const [from, to] = [keyToWrite(folder, name), keyToWrite(folder, as)];
      return (
        (await orNull(
          client.send(
            new library.CopyObjectCommand({
              Bucket: bucket,
              Key: to,
              CopySource: `${bucket}/${from}`,
            }),
            { requestTimeout: TIMEOUT_MS.joining },
          ),
        )) !== null
      );
    },

    async lend(folder, name, toPath) {
      const opened = await open(folder, name);
      if (opened === null) return false;
      try {
        await pipeline(opened.body, createWriteStream(toPath, { flags: 'wx' }));
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'EEXIST') await rm(toPath, { force: true });
        throw code === 'ENOSPC' || code === 'EDQUOT' ? appError('no_space') : error;
      }
    },

    async read(folder, name, start, into) {
      const opened = await open(folder, name, { start, end: start + into.length - 1 });
      if (opened === null) return null;
      let read = 0;
      for await (const part of opened.body as AsyncIterable<Buffer>) read += part.copy(into, read);
      return { ...opened, body: into.subarray(0, read) };
    },

    async stat(folder, name) {
      const key = findKey(folder, name);
      const answer =
        key === null
          ? null
          : await orNull(client.send(new library.HeadObjectCommand({ Bucket: bucket, Key: key })));
      return answer === null ? null : statOf(answer);
    },

    async remove(folder, name) {
      const key = findKey(folder, name);
      if (key !== null)
        await orNull(client.send(new library.DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },

    async *list(folder) {
      if (!isFolder(folder)) return;
      for (let token: string | undefined, isLast = false; !isLast;) {
        const page = await ask(
          client.send(
            new library.ListObjectsV2Command({
              Bucket: bucket,
              Prefix: `${folder}/`,
              ContinuationToken: token,
            }),
          ),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          const name = Key!.slice(Key!.lastIndexOf('/') + 1);
          if (isStoredName(name) && pathOf(folder, name) === Key)
            yield { name, bytes: Size!, changedAt: wholeSeconds(LastModified!) };
        }
        token = page.NextContinuationToken;
        isLast = token === undefined;
      }
    },

    sign:
      presigner === null
        ? null
        : (folder, name, { seconds, type, saveAs, caching }) => {
            const command = new library.GetObjectCommand({
              Bucket: bucket,
              Key: keyToWrite(folder, name),
              ResponseContentType: type,
              ResponseContentDisposition: saveAs ?? 'inline',
              ResponseCacheControl: caching,
            });
            return presigner.getSignedUrl(client, command, { expiresIn: seconds });
          },

    async sweep(olderThanMs) {
      let count = 0;
      for (
        let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
        from !== undefined;
      ) {
        const page: ListMultipartUploadsCommandOutput | null = await ask(
          client
            .send(new library.ListMultipartUploadsCommand({ Bucket: bucket, ...from }))
            .catch((error: unknown) => {
              if (isUnsupported(error)) return null;
              throw error;
            }),
        );
        for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
          if (nowMs() - Initiated!.getTime() < olderThanMs) continue;
          await orNull(
            client.send(new library.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })),
          );
          count += 1;
        }
        from =
          page?.IsTruncated === true
            ? { KeyMarker: page.NextKeyMarker!, UploadIdMarker: page.NextUploadIdMarker! }
            : undefined;
      }
      return count;
    },

    close: () => client.destroy(),
  };
}

/**
 * Lists return milliseconds, single responses whole seconds: the same object must have the same
 * time.
 */
const wholeSeconds = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);
const statOf = ({
  ContentLength,
  LastModified,
}: HeadObjectCommandOutput | GetObjectCommandOutput): StoredStat => ({
  bytes: ContentLength!,
  changedAt: wholeSeconds(LastModified!),
});

/** Returns the size of the whole object, or null if the response is not the requested range. */
function wholeOf(
  { ContentRange }: GetObjectCommandOutput,
  { start, end }: { start: number; end: number },
): number | null {
  const [, from, to, whole] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? [];
  return Number(from) === start && Number(to) === Math.min(end, Number(whole) - 1)
    ? Number(whole)
    : null;
}
