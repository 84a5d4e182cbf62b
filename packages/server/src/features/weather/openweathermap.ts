import type { WeatherIcon } from '@respa/contract/weather';
import type { Config } from '#platform/runtime/config.ts';

/** `text` is the service's Russian description, `main` its English group: 'Clouds'. */
export type Seen = { temp: number; text: string; main: string; icon: WeatherIcon };
/**
 * The result of a request: the weather, or that there is no such city, which is a valid answer too.
 */
export type Answer = Seen | 'no_such_city';

const MAX_BYTES = 64 * 1024;
const MAX_TEXT = 60;
/** Degrees Celsius, beyond the extremes ever measured on Earth. */
const [COLDEST, HOTTEST] = [-95, 65];
/**
 * The service's codes without their last letter, which means day or night:
 * https://openweathermap.org/weather-conditions
 */
const ICONS: Readonly<Record<string, WeatherIcon>> = {
  '03': 'clouds',
  '04': 'clouds',
  '09': 'rain',
  '10': 'rain',
  '11': 'storm',
  '13': 'snow',
  '50': 'fog',
};

function readIcon(code: unknown): WeatherIcon {
  const [, kind = '', part = ''] = /^(\d\d)([dn])$/.exec(String(code)) ?? [];
  const time = part === 'n' ? 'night' : 'day';
  if (kind === '01') return `clear-${time}`;
  if (kind === '02') return `partly-${time}`;
  return ICONS[kind] ?? 'clouds';
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    // Leaving the loop aborts the transfer.
    if (bytes > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}

/** Parses the service's document. Throws on anything that is not weather. */
export function readWeather(text: string): Seen {
  const document = JSON.parse(text) as {
    main?: { temp?: unknown };
    weather?: { main?: unknown; description?: unknown; icon?: unknown }[];
  } | null;
  const temp = document?.main?.temp;
  const condition = Array.isArray(document?.weather) ? document.weather[0] : undefined;
  if (typeof temp !== 'number' || !(temp >= COLDEST && temp <= HOTTEST))
    throw new Error('the answer has no temperature of this planet');
  if (typeof condition?.description !== 'string') throw new Error('the answer has no words');
  const words = condition.description.replace(/[\p{C}\s]+/gu, ' ').trim();
  if (words === '' || words.length > MAX_TEXT) throw new Error('the answer has no words');
  const { main } = condition;
  return {
    temp,
    text: words,
    main: typeof main === 'string' && /^[A-Za-z]{1,20}$/.test(main) ? main : '',
    icon: readIcon(condition.icon),
  };
}

/**
 * Requests the weather of a Russian city from OpenWeatherMap. Times out and follows no redirects.
 * Throws on every failure.
 */
export async function askWeather(
  { weatherUrl, weatherKey }: Pick<Config, 'weatherUrl' | 'weatherKey'>,
  city: string,
  timeoutMs: number,
): Promise<Answer> {
  const url = new URL(weatherUrl);
  for (const [name, value] of Object.entries({
    q: `${city},RU`,
    units: 'metric',
    lang: 'ru',
    appid: weatherKey ?? '',
  }))
    url.searchParams.set(name, value);
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  if (response.status !== 200) await response.body?.cancel();
  if (response.status === 404) return 'no_such_city';
  if (response.status !== 200) throw new Error(`the answer is a ${response.status}`);
  return readWeather(await readBounded(response));
}
