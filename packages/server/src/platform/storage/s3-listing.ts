import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3';
import { nowMs } from '#platform/runtime/clock.ts';
import { isUnsupported } from './s3-client.ts';
import { wholeSeconds, type S3Requests } from './s3-requests.ts';
import type { StoredStat } from './storage.ts';
import { isFolder, isStoredName, pathOf } from './stored-keys.ts';

/** Lists the objects of a folder, in no particular order. */
export async function* listObjects(
  { library, client, bucket, ask }: S3Requests,
  folder: string,
): AsyncGenerator<StoredStat & { name: string }> {
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
}

/** Aborts uploads in parts that began too long ago; returns how many. */
export async function abortUploads(
  { library, client, bucket, ask, orNull }: S3Requests,
  olderThanMs: number,
): Promise<number> {
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
}
