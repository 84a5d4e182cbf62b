import { useState } from 'react';

/** What is kept, or what was just asked for in its place: a choice stands from the press on, and falls back where the server refuses it. */
export function useAsked<T>(kept: T): { value: T; ask: (value: T) => void; settle: () => void } {
  const [asked, setAsked] = useState<{ value: T } | null>(null);
  return {
    value: asked === null ? kept : asked.value,
    ask: (value) => setAsked({ value }),
    settle: () => setAsked(null),
  };
}
