import { useState } from 'react';
import { displayName } from '@respa/contract/characters';
import type { Message } from './room-state.ts';

type Names = Readonly<Record<string, string>>;
/**
 * Returns the latest names of the authors and of the members in `known`. The object keeps its
 * identity while nothing changes.
 */
export function useNames(messages: readonly Message[], known: string): Names {
  const [kept, keep] = useState<{ messages: readonly Message[]; known: string; names: Names }>({
    messages: [],
    known: '',
    names: {},
  });
  if (kept.messages === messages && kept.known === known) return kept.names;
  const found: Record<string, string> = {};
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]!;
    found[message.user] ??= displayName(message);
  }
  for (const line of known.split('\n')) found[line.slice(0, 36)] ??= line.slice(37);
  const ids = Object.keys(found);
  const names =
    ids.length === Object.keys(kept.names).length && ids.every((id) => kept.names[id] === found[id])
      ? kept.names
      : found;
  keep({ messages, known, names });
  return names;
}
