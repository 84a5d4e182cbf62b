import { nowMs } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { askWeather, type Seen } from './openweathermap.ts';
import { transliterate } from './transliteration.ts';

const PATIENCE_MS = 2_000;
const KEPT_MS = 30 * 60_000;
/** A failure is forgotten soon, and until then nobody waits for it again. */
const FAILURE_KEPT_MS = 60_000;
const MAX_CITIES = 2_000;
const MAX_ASKING = 8;
const MAX_NAME = 80;

/** What a member wrote as the city, as the service spells it; empty where nothing can be asked. */
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
  /** The weather in a city, or null where nobody can tell; never throws, and waits no longer than the service's two seconds. */
  find(city: string): Promise<Seen | null>;
};

/** The weather of the cities that were asked about in the last half hour: each is asked once, however many want to know. */
export function makeForecasts(context: AppContext, patienceMs = PATIENCE_MS): Forecasts {
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
      const answer = await askWeather(context.config, city, patienceMs);
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
      // Beyond that the service is in trouble, or somebody plays with cities: their page does without.
      if (asked.size >= MAX_ASKING) return null;
      const answer = ask(key, city);
      asked.set(key, answer);
      return answer;
    },
  };
}
