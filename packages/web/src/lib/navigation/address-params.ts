import { useSearchParams } from 'react-router';

/**
 * Returns the search parameters of the address and the functions that change them in place, without
 * a new entry in the browser's history. `put` changes some: the empty string removes one. `set`
 * replaces all.
 */
export function useAddressParams() {
  const [address, setAddress] = useSearchParams();
  const put = (change: Record<string, string>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const set = (params: Record<string, string>) => setAddress(params, { replace: true });
  return { address, put, set };
}
