/** The store that lib/member/file-store.ts opens in each of its databases. */
const STORE = 'files';

/**
 * Replaces what a database of the page (`NAMES` in lib/member/file-store.ts) holds under a key.
 * `change` gets what was there. Rejects if the browser has no room.
 */
export function changeStored<T>(
  name: string,
  key: string,
  change: (old: T | undefined) => T,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    const fail = () => reject(new Error('no room in the browser', { cause: request.error }));
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = fail;
    request.onsuccess = () => {
      const database = request.result;
      const transaction = database.transaction(STORE, 'readwrite');
      const store = transaction.objectStore(STORE);
      const old = store.get(key) as IDBRequest<T | undefined>;
      old.onsuccess = () => store.put(change(old.result), key);
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
      transaction.onabort = () => {
        database.close();
        fail();
      };
    };
  });
}
