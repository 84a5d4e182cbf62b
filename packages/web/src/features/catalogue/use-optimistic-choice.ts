import { useState } from 'react';

/**
 * Returns the stored value, or the one just requested in its place: a choice shows from the press
 * on, and reverts if the server refuses it.
 */
export function useOptimisticChoice<T>(kept: T): {
  value: T;
  ask: (value: T) => void;
  settle: () => void;
} {
  const [asked, setAsked] = useState<{ value: T } | null>(null);
  return {
    value: asked === null ? kept : asked.value,
    ask: (value) => setAsked({ value }),
    settle: () => setAsked(null),
  };
}
