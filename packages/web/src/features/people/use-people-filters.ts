import { useAddressParams } from '#lib/navigation/address-params.ts';
import { useAddressText } from './use-address-text.ts';

/** What a list of people is filtered by; empty strings for what is not chosen. */
export type PeopleFilter = { q: string; city: string; game: string; isOnline: boolean };

/** Returns the query parameters of the calls for a filter. */
export const filterParams = ({ city, game, isOnline }: PeopleFilter) => ({
  ...(city === '' ? {} : { city }),
  ...(game === '' ? {} : { game }),
  ...(isOnline ? { online: 'yes' as const } : {}),
});
/** Holds the search and the filters of a list of people, all of them in the address. */
export function usePeopleFilters() {
  const { address, put } = useAddressParams();
  const q = useAddressText('q');
  const city = useAddressText('city');
  const filter: PeopleFilter = {
    q: q.value,
    city: city.value,
    game: address.get('game') ?? '',
    isOnline: address.get('online') === 'yes',
  };
  const chosen = Number(filter.city !== '') + Number(filter.game !== '') + Number(filter.isOnline);
  return {
    filter,
    q,
    city,
    /** How many filters are on, apart from the search. */
    chosen,
    isAll: chosen === 0 && filter.q === '',
    setGame: (game: string) => put({ game }),
    setOnline: (isOnline: boolean) => put({ online: isOnline ? 'yes' : '' }),
    reset() {
      q.setTyped('');
      city.setTyped('');
      put({ q: '', city: '', game: '', online: '' });
    },
  };
}
export type PeopleFilters = ReturnType<typeof usePeopleFilters>;
