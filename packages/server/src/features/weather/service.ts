import { nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { askWeather, type Seen } from './openweathermap.ts';
import { transliterate } from './transliteration.ts';

const TIMEOUT_MS = 2_000;
const KEPT_MS = 30 * 60_000;
/** Milliseconds. A failure is cached for this long, so that nobody waits for it again meanwhile. */
const FAILURE_KEPT_MS = 60_000;
const MAX_CITIES = 2_000;
const MAX_REQUESTS = 8;
const MAX_NAME = 80;

/** Returns a member's city in the service's spelling; empty if there is nothing to request. */
export function readCity(input: string): string {
  const name = input
    .split(/[,;(]/, 1)[0]!
    .replace(/^\s*(?:г\.|(?:г|город)\s)/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  const written = transliterate(name);
  return /\p{L}/u.test(written) && written.length <= MAX_NAME ? written : '';
}

export type Forecasts = {
  /**
   * Returns the weather in a city, or null if it is unknown. Never throws, and waits no longer than
   * the service's timeout of two seconds.
   */
  find(city: string): Promise<Seen | null>;
};

/**
 * Caches the weather of each city for half an hour: each city is requested once, however many users
 * need it.
 */
export function makeForecasts(context: AppContext, timeoutMs = TIMEOUT_MS): Forecasts {
  const kept = new Map<string, { weather: Seen | null; ends: number }>();
  const asked = new Map<string, Promise<Seen | null>>();
  const keep = (key: string, weather: Seen | null, ms: number) => {
    kept.delete(key);
    if (kept.size >= MAX_CITIES) kept.delete(kept.keys().next().value!);
    kept.set(key, { weather, ends: nowMs() + ms });
    return weather;
  };
  const ask = async (key: string, city: string): Promise<Seen | null> => {
    try {
      const answer = await askWeather(context.config, city, timeoutMs);
      return keep(key, answer === 'no_such_city' ? null : answer, KEPT_MS);
    } catch (error) {
      context.log.warn({ err: (error as Error).message, city }, 'no weather');
      return keep(key, null, FAILURE_KEPT_MS);
    } finally {
      asked.delete(key);
    }
  };
  return {
    async find(input) {
      const city = readCity(input);
      if (context.config.weatherKey === undefined || city === '') return null;
      const key = city.toLowerCase();
      const entry = kept.get(key);
      if (entry !== undefined && entry.ends > nowMs()) return entry.weather;
      const running = asked.get(key);
      if (running !== undefined) return running;
      // Above this limit the service is failing, or a user is trying out cities: the page is shown
      // without the weather.
      if (asked.size >= MAX_REQUESTS) return null;
      const answer = ask(key, city);
      asked.set(key, answer);
      return answer;
    },
  };
}
