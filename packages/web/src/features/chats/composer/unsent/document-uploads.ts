import { ApiError } from '#lib/network/call.ts';
import { storeUnsent, update, type Unsent } from './outbox-store.ts';

const loadResumable = () => import('#lib/network/resumable.ts');

/**
 * Uploads the files of any type of a message one after another, and continues what an earlier
 * attempt or visit began. Returns the ids of the uploads. `onProgress` gets the number of uploaded
 * bytes. Throws `ApiError`.
 */
export async function uploadDocuments(
  { clientId, files: { documents }, addresses = [] }: Unsent,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string[]> {
  if (documents.length === 0) return [];
  const { sendResumable } = await loadResumable().catch(() => {
    throw ApiError.offline();
  });
  const begun = [...addresses];
  const ids: string[] = [];
  let before = 0;
  for (const [index, file] of documents.entries()) {
    const start = before;
    ids.push(
      await sendResumable({
        file,
        purpose: 'message',
        address: begun[index] ?? null,
        signal,
        onAddress: (address) => {
          begun[index] = address;
          update(clientId, { addresses: [...begun] });
          storeUnsent(clientId);
        },
        onProgress: (part) => onProgress(start + part * file.size),
      }),
    );
    before += file.size;
  }
  return ids;
}
/** Forgets uploads that the server has lost: the next attempt starts over. */
export function forgetUploads(clientId: string): void {
  update(clientId, { addresses: [] });
  storeUnsent(clientId);
}
/** Cancels the uploads of a message that will not be sent. */
export function cancelUploads({ addresses = [] }: Unsent): void {
  if (addresses.length === 0) return;
  void loadResumable().then(({ callOff }) => Promise.all(addresses.map(callOff)));
}
