import { isBlank } from '@respa/contract/characters';
import { useSearchParams } from 'react-router';
import { useEffect, useState } from 'react';

// In ms: the pause in typing after which the search begins.
const PAUSE_MS = 250;

/** Holds a search, and keeps it in the address, so that going back restores it. */
export function useAddressQuery() {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const [query, setQuery] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(typed.trim());
      setAddress(isBlank(typed) ? {} : { q: typed.trim() }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, setAddress]);
  return { typed, setTyped, query };
}
