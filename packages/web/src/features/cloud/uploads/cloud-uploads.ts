import * as cloud from '@respa/contract/cloud';
import { FILES } from '@respa/contract/limits';
import { call } from '#lib/network/call.ts';
import { addUploads, sendInParts, showProgress, type Upload } from '#lib/uploads/upload-queue.ts';
import type { UploadSender } from '#lib/uploads/upload-senders.ts';

declare module '#lib/uploads/upload-queue.ts' {
  interface UploadData {
    /** The folder that a file goes into. */
    cloud: { folderId: string };
  }
}
type CloudUpload = Upload<'cloud'>;

/** In bytes: from this size on, a file uses the resumable protocol. */
const LARGE = 4 * 1024 * 1024;
/** In bytes: the maximum of one request with small files, which holds at most five of them. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Adds files to the queue of a folder. A file that is too large is reported and not sent. */
export const addToCloud = (files: readonly File[], folderId: string): void =>
  void addUploads('cloud', files, { folderId }, ({ size }) =>
    size > FILES.cloud ? 'Файл слишком большой: не больше 100 МБ' : '',
  );

/** Sends a large file alone, and small ones of one folder together. */
export const cloudUploads: UploadSender<'cloud'> = {
  pick(waiting) {
    const first = waiting[0]!;
    if (first.file.size >= LARGE) return [first];
    const batch: CloudUpload[] = [];
    let bytes = 0;
    for (const item of waiting) {
      if (item.data.folderId !== first.data.folderId || item.file.size >= LARGE) continue;
      if (batch.length === FILES.cloudFiles || bytes + item.file.size > BATCH_BYTES) break;
      batch.push(item);
      bytes += item.file.size;
    }
    return batch;
  },
  async send(batch, signal) {
    await (batch[0]!.file.size >= LARGE ? sendLarge(batch[0]!, signal) : sendSmall(batch, signal));
    return 'done';
  },
};

async function sendSmall(batch: readonly CloudUpload[], signal: AbortSignal): Promise<void> {
  const total = batch.reduce((sum, { file }) => sum + file.size, 0);
  await call(cloud.upload, {
    query: { limit: 1 },
    body: { folder: { id: batch[0]!.data.folderId }, keys: batch.map(({ key }) => key) },
    files: { file: batch.map(({ file }) => file) },
    signal,
    onProgress: (part) => {
      // The files of a batch are sent one after another.
      let left = part * total;
      showProgress(
        new Map(
          batch.map(({ key, file }) => {
            const share = file.size === 0 ? part : Math.min(1, Math.max(0, left / file.size));
            left -= file.size;
            return [key, share];
          }),
        ),
      );
    },
  });
}
async function sendLarge(upload: CloudUpload, signal: AbortSignal): Promise<void> {
  const id = await sendInParts(upload, signal);
  await call(cloud.upload, {
    query: { limit: 1 },
    body: { folder: { id: upload.data.folderId }, uploads: [id], keys: [upload.key] },
    signal,
  });
}
