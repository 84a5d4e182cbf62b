import { useSearchParams } from 'react-router';
import { useEffect, useRef, useState } from 'react';

// In ms: the pause in typing after which the search begins.
const PAUSE_MS = 250;

/**
 * Holds a typed text, and keeps it in a parameter of the address, so that reloading and going back
 * restore it.
 */
export function useAddressText(name: string) {
  const [address, setAddress] = useSearchParams();
  const value = address.get(name) ?? '';
  const [typed, setTyped] = useState(value);
  const wanted = typed.trim();
  // The last text that came from here: any other one comes from a link or from going back.
  const own = useRef(value);
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (wanted === value) return;
    const timer = setTimeout(() => {
      own.current = wanted;
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          if (wanted === '') next.delete(name);
          else next.set(name, wanted);
          return next;
        },
        { replace: true },
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name, wanted, value, setAddress]);
  return { typed, setTyped, value };
}
