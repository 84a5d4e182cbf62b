import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { AD_SORTS as SORTS } from '@respa/contract/classifieds';
import { parsePrice } from '@respa/contract/classified-rules';
import { useAddressParams } from '#lib/navigation/address-params.ts';
import { useSettled } from '#lib/network/settled.ts';
import type { Wanted } from '../api.ts';

const FIELDS = ['q', 'game', 'from', 'to'] as const;
type Field = (typeof FIELDS)[number];
export type Search = ReturnType<typeof useBoardSearch>;

const typedIn = (address: URLSearchParams) =>
  Object.fromEntries(FIELDS.map((name) => [name, address.get(name) ?? ''])) as Record<
    Field,
    string
  >;
/**
 * Reads a price of the form: null for an empty field, a number, or undefined for an invalid price.
 */
const readPrice = (text: string): number | null | undefined =>
  text.trim() === '' ? null : (parsePrice(text) ?? undefined);

/** Holds the search with its filters, which are stored in the address. */
export function useBoardSearch() {
  const { address, put, set } = useAddressParams();
  const [typed, setTyped] = useState(() => typedIn(address));
  const { key } = useLocation();
  const isOurs = useNavigationType() === 'REPLACE';
  const [entered, setEntered] = useState(key);
  if (key !== entered) {
    setEntered(key);
    // After a navigation to another address of this page, by a link or back, the form shows that
    // address.
    if (!isOurs) setTyped(typedIn(address));
  }
  const type = (name: Field) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    put({ [name]: value.trim() });
  };
  const wantedOf = (fields: typeof typed): Wanted => ({
    q: fields.q.trim(),
    game: fields.game.trim(),
    from: readPrice(fields.from) ?? null,
    to: readPrice(fields.to) ?? null,
    pictures: address.get('pictures') === 'true',
    sort: SORTS.find((one) => one === address.get('sort')) ?? 'new',
  });
  const settled = useSettled(typed);
  const wanted = wantedOf(settled);
  return {
    typed,
    type,
    put,
    wanted,
    /** What is typed right now, for what is stored and not only looked up. */
    typedWanted: wantedOf(typed),
    wrong: {
      from: readPrice(settled.from) === undefined,
      to: readPrice(settled.to) === undefined,
    },
    isNarrowed: wanted.q !== '' || wanted.game !== '' || wanted.from !== null || wanted.to !== null,
    clear: () => {
      setTyped({ q: '', game: '', from: '', to: '' });
      set({});
    },
  };
}
