import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { weather, type Weather as Schema } from '@respa/contract/weather';
import { call } from '#lib/network/call.ts';
import { rememberCity } from './remembered-city.ts';

export type Weather = Static<typeof Schema>;
/** In ms: as long as the server caches it. */
const KEPT_MS = 30 * 60_000;

/**
 * Returns the weather in the member's city; `city` is undefined until it is known, and empty if
 * there is none.
 */
export function useWeather(city: string | undefined) {
  return useQuery({
    queryKey: ['weather', city],
    queryFn: async () => {
      const { weather: seen } = await call(weather);
      rememberCity(seen === null ? null : city!);
      return seen;
    },
    enabled: city !== undefined && city !== '',
    staleTime: KEPT_MS,
    refetchInterval: KEPT_MS,
  });
}
