import { open, type FileHandle } from 'node:fs/promises';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { TIMEOUT_MS, type Transport } from './s3-client.ts';
import type { WorkQueue } from '#platform/runtime/work-queue.ts';

/** Every S3 takes up to 10,000 parts of 5 MB or more; a file of one part is sent in one request. */
const PART = 8 * 1024 * 1024;
const MOST_PARTS = 10_000;
/**
 * Concurrent parts of one file. Across all files `turns` limits them, because each part is held in
 * memory while it is sent.
 */
const AT_ONCE = 3;
/**
 * A megabit per second is about the slowest usable connection to a store; small parts time out as
 * quickly as other requests.
 */
const timeoutOf = (bytes: number): number => TIMEOUT_MS.answer + bytes / 100;
/** No object there opens as a page, even if the bucket is made public. */
const LOOKS = { ContentType: 'application/octet-stream', ContentDisposition: 'attachment' };

/**
 * Sends the whole file at a path, a large one in parts. The SHA-256 of every part is signed, so the
 * store rejects altered content; a failed upload leaves nothing.
 */
export async function sendFile(
  transport: Transport,
  key: string,
  path: string,
  turns: WorkQueue,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > PART) return await sendByParts(transport, key, file, size, turns);
    await turns(async () => {
      const { PutObjectCommand } = transport.library;
      await transport.client.send(
        new PutObjectCommand({
          Bucket: transport.bucket,
          Key: key,
          Body: await readPart(file, 0, size),
          ...LOOKS,
        }),
        { requestTimeout: timeoutOf(size) },
      );
    });
  } finally {
    await file.close();
  }
}

async function sendByParts(
  { library, client, bucket }: Transport,
  key: string,
  file: FileHandle,
  size: number,
  turns: WorkQueue,
): Promise<void> {
  const where = { Bucket: bucket, Key: key };
  const { UploadId } = await client.send(
    new library.CreateMultipartUploadCommand({ ...where, ...LOOKS }),
  );
  const upload = { ...where, UploadId };
  const length = Math.max(PART, Math.ceil(size / MOST_PARTS));
  const count = Math.ceil(size / length);
  const parts: CompletedPart[] = [];
  const stop = new AbortController();
  let next = 0;
  const sendNext = async () => {
    while (next < count && !stop.signal.aborted) {
      const index = next++;
      await turns(async () => {
        const body = await readPart(file, index * length, Math.min(length, size - index * length));
        const { ETag } = await client.send(
          new library.UploadPartCommand({ ...upload, PartNumber: index + 1, Body: body }),
          { requestTimeout: timeoutOf(body.length), abortSignal: stop.signal },
        );
        parts[index] = { PartNumber: index + 1, ETag };
      });
    }
  };
  const senders = Array.from({ length: Math.min(AT_ONCE, count) }, sendNext);
  try {
    await Promise.all(senders);
    await client.send(
      new library.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
      { requestTimeout: TIMEOUT_MS.joining },
    );
  } catch (error) {
    stop.abort();
    await Promise.allSettled(senders);
    // If this request fails too, the sweep removes the upload.
    await client.send(new library.AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

async function readPart(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length);
  for (let read = 0; read < length;) {
    const { bytesRead } = await file.read(part, read, length - read, from + read);
    if (bytesRead === 0) throw new Error('the file became shorter while it was sent');
    read += bytesRead;
  }
  return part;
}
