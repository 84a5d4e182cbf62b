import { isReplaced } from '#lib/navigation/replaced-document.ts';

/** The databases of this browser that hold something of a member. */
const NAMES = [
  'respa.form-files',
  'respa.outbox',
  'respa.uploads',
  'respa.kept',
  'respa.shared',
  'respa.replies',
] as const;
// Storage for what does not fit into localStorage: files that wait to be sent, and what can be read
// without a network, by key.
const STORE = 'files';

export type FileStore<T> = {
  /**
   * Stores the value until it is dropped. A browser without space stores nothing; the value then
   * lives as long as the tab.
   */
  keep(key: string, value: T): Promise<unknown>;
  find(key: string): Promise<T | undefined>;
  drop(key: string): Promise<unknown>;
  /** Returns everything that is stored. */
  all(): Promise<T[]>;
};

/** Deletes all file stores of this browser. */
export function deleteFileStores(): void {
  NAMES.forEach(deleteFileStore);
}
/** Deletes one file store of this browser. */
export function deleteFileStore(name: (typeof NAMES)[number]): void {
  indexedDB.deleteDatabase(name);
}
/** Returns a file store in this browser's IndexedDB. Only storing a value creates its database. */
export function createFileStore<T>(name: (typeof NAMES)[number]): FileStore<T> {
  const open = (isCreating: boolean): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        if (isCreating) request.result.createObjectStore(STORE);
        else request.transaction!.abort();
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () =>
        reject(new Error('no room for unsent files', { cause: request.error }));
    });
  async function run<Found>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Found>,
    isCreating = false,
  ): Promise<Found> {
    if (isReplaced()) throw new Error('the member has signed out');
    const database = await open(isCreating);
    try {
      return await new Promise<Found>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () =>
          reject(new Error('unsent files were not kept', { cause: transaction.error }));
      });
    } finally {
      database.close();
    }
  }
  return {
    keep: (key, value) => run('readwrite', (store) => store.put(value, key), true).catch(() => {}),
    find: (key) => run<T | undefined>('readonly', (store) => store.get(key)).catch(() => undefined),
    drop: (key) => run('readwrite', (store) => store.delete(key)).catch(() => {}),
    all: () => run<T[]>('readonly', (store) => store.getAll()).catch(() => []),
  };
}
