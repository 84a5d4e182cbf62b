import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GetObjectCommandOutput, HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { asFullDisk } from './disk-files.ts';
import { asFailure, TIMEOUT_MS } from './s3-client.ts';
import { wholeSeconds, type S3Requests } from './s3-requests.ts';
import { withSilenceTimeout } from './s3-stream.ts';
import type { StoredBody, StoredStat } from './storage.ts';
import { findKey } from './stored-keys.ts';

/** Opens an object, or a range of it whose ends are inclusive; null if it does not exist. */
export async function openObject(
  { library, client, bucket, log, orNull }: S3Requests,
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
  throw asFailure(new Error(`asked for ${Range}, got ${answer.ContentRange ?? 'everything'}`), log);
}

/** Writes an object to a new file; returns false if it does not exist. Throws `no_space`. */
export async function downloadObject(
  requests: S3Requests,
  folder: string,
  name: string,
  toPath: string,
): Promise<boolean> {
  const opened = await openObject(requests, folder, name);
  if (opened === null) return false;
  try {
    await pipeline(opened.body, createWriteStream(toPath, { flags: 'wx' }));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(toPath, { force: true });
    throw asFullDisk(error);
  }
}

/** Fills a buffer with an object's bytes from `start` on; null if it does not exist. */
export async function readObject(
  requests: S3Requests,
  folder: string,
  name: string,
  start: number,
  into: Buffer,
): Promise<(StoredStat & { body: Buffer }) | null> {
  const opened = await openObject(requests, folder, name, {
    start,
    end: start + into.length - 1,
  });
  if (opened === null) return null;
  let read = 0;
  for await (const part of opened.body as AsyncIterable<Buffer>) read += part.copy(into, read);
  return { ...opened, body: into.subarray(0, read) };
}

/** Returns the size and time of an object; null if it does not exist. */
export async function statObject(
  { library, client, bucket, orNull }: S3Requests,
  folder: string,
  name: string,
): Promise<StoredStat | null> {
  const key = findKey(folder, name);
  const answer =
    key === null
      ? null
      : await orNull(client.send(new library.HeadObjectCommand({ Bucket: bucket, Key: key })));
  return answer === null ? null : statOf(answer);
}

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
