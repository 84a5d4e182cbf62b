// Whether any upload is running: for pages that have not loaded the upload queue.
const KEY = 'respa.uploads';
const listeners = new Set<() => void>();
// An earlier visit may have left uploads unfinished.
let isSet = localStorage.getItem(KEY) !== null;

export const isUploading = (): boolean => isSet;
export function setUploading(is: boolean): void {
  if (is === isSet) return;
  isSet = is;
  if (is) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}
export function onUploading(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
