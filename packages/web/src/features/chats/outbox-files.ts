import type { Voice } from './voice-recorder.ts';

/** What goes with a message. */
export type Outgoing = { pictures: File[]; videos: File[]; voice: Voice | null };
export const NO_FILES: Outgoing = { pictures: [], videos: [], voice: null };
export const countFiles = ({ pictures, videos, voice }: Outgoing): number => pictures.length + videos.length + (voice === null ? 0 : 1);

// Texts lie in localStorage, which is read at once; files do not fit there.
const NAME = 'respa.outbox';
const STORE = 'files';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('no room for unsent files', { cause: request.error }));
  });
}
async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(new Error('unsent files were not kept', { cause: transaction.error }));
    });
  } finally {
    database.close();
  }
}
/** Keeps the files of a message until it is sent. A browser that has no room keeps none: then they live as long as the tab. */
export const keepFiles = (clientId: string, files: Outgoing): Promise<unknown> => run('readwrite', (store) => store.put(files, clientId)).catch(() => {});
export const findFiles = (clientId: string): Promise<Outgoing | undefined> => run<Outgoing | undefined>('readonly', (store) => store.get(clientId)).catch(() => undefined);
export const dropFiles = (clientId: string): Promise<unknown> => run('readwrite', (store) => store.delete(clientId)).catch(() => {});
