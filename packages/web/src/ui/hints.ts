// The short messages at the edge of the screen, and how long each still lives.

export type HintTone = 'plain' | 'good' | 'bad';
export type Hint = {
  key: number;
  text: string;
  tone: HintTone;
  action?: { label: string; onSelect: () => void } | undefined;
};

/** The documented three seconds; one that offers a step stays longer. */
const LIFE = 3000;
const LIFE_WITH_ACTION = 6000;
const MOST = 3;

let shown: readonly Hint[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function change(next: readonly Hint[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function showHint(
  text: string,
  { tone = 'plain', action }: { tone?: HintTone; action?: Hint['action'] } = {},
): void {
  const same = shown.find((hint) => hint.text === text);
  if (same) dropHint(same.key);
  lastKey += 1;
  const hint: Hint = { key: lastKey, text, tone, action };
  change([...shown, hint].slice(-MOST));
  startHint(hint);
}

export function dropHint(key: number): void {
  holdHint(key);
  change(shown.filter((hint) => hint.key !== key));
}

/** While a pointer or the focus is on it, a hint does not go. */
export function holdHint(key: number): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

export function startHint(hint: Hint): void {
  holdHint(hint.key);
  timers.set(
    hint.key,
    setTimeout(() => dropHint(hint.key), hint.action ? LIFE_WITH_ACTION : LIFE),
  );
}

export function readHints(): readonly Hint[] {
  return shown;
}

export function subscribeHints(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
