// Whether anything is on its way into the cloud: what a page needs to know that has not loaded what sends it.
const KEY = 'respa.cloud.waiting';
const listeners = new Set<() => void>();
// An earlier visit may have left something unfinished.
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
