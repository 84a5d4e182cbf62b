import { useEffect, useRef } from 'react';

/** Runs the newest `act` when `isTime` becomes true. */
export function useWhen(isTime: boolean, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (isTime) latest.current();
  }, [isTime]);
}
