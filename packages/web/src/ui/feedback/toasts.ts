// The toasts at the edge of the screen and their remaining lifetimes.

export type ToastTone = 'plain' | 'good' | 'bad';
export type ToastMessage = {
  key: number;
  text: string;
  tone: ToastTone;
  action?: { label: string; onSelect: () => void } | undefined;
};

/** In ms: the documented three seconds. A toast with an action stays longer. */
const LIFE = 3000;
const LIFE_WITH_ACTION = 6000;
const MOST = 3;

let shown: readonly ToastMessage[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function change(next: readonly ToastMessage[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function showToast(
  text: string,
  { tone = 'plain', action }: { tone?: ToastTone; action?: ToastMessage['action'] } = {},
): void {
  const same = shown.find((toast) => toast.text === text);
  if (same) dismissToast(same.key);
  lastKey += 1;
  const toast: ToastMessage = { key: lastKey, text, tone, action };
  change([...shown, toast].slice(-MOST));
  startToast(toast);
}

export function dismissToast(key: number): void {
  holdToast(key);
  change(shown.filter((toast) => toast.key !== key));
}

/** Keeps a toast while the pointer or the focus is on it. */
export function holdToast(key: number): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

export function startToast(toast: ToastMessage): void {
  holdToast(toast.key);
  timers.set(
    toast.key,
    setTimeout(() => dismissToast(toast.key), toast.action ? LIFE_WITH_ACTION : LIFE),
  );
}

export function readToasts(): readonly ToastMessage[] {
  return shown;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
