// Which code sends which uploads: for pages that have not loaded the upload queue.
import type { Upload, UploadKind } from './upload-queue.ts';

/** How a kind of upload is sent. */
export type UploadSender<Kind extends UploadKind = UploadKind> = {
  /** Returns the waiting uploads that share a request with the first of them. */
  pick(waiting: readonly Upload<Kind>[]): readonly Upload<Kind>[];
  /** Sends them. Resolves to `ready` if the member still has to say what the bytes are for. */
  send(batch: readonly Upload<Kind>[], signal: AbortSignal): Promise<'done' | 'ready'>;
};
const senders = new Map<UploadKind, () => Promise<UploadSender<never>>>();

/** Says how uploads of a kind are sent. The code is loaded with the first of them. */
export function registerUploads<Kind extends UploadKind>(
  kind: Kind,
  load: () => Promise<UploadSender<Kind>>,
): void {
  senders.set(kind, load as () => Promise<UploadSender<never>>);
}
export const findSender = (kind: UploadKind): (() => Promise<UploadSender>) | undefined =>
  senders.get(kind) as (() => Promise<UploadSender>) | undefined;
