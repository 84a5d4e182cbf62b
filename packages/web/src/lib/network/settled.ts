import { useEffect, useState } from 'react';

/**
 * Returns the typed value once the user has paused for `pauseMs`. Limits how often a search is
 * sent.
 */
export function useSettled<T>(typed: T, pauseMs = 250): T {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
  return settled;
}
