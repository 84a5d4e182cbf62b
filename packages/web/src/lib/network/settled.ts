import { useEffect, useState } from 'react';

/** What is typed, once one has paused: so often a search is asked for. */
export function useSettled<T>(typed: T, pauseMs = 250): T {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
  return settled;
}
