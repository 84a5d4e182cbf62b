import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

/** The query of one received request, by name. */
export type Asked = Record<string, string>;
export type WeatherService = { url: string; asked: Asked[]; close(): Promise<void> };
export const weatherDocument = (
  temp: number,
  description = 'небольшой дождь',
  icon = '10d',
): string =>
  JSON.stringify({
    coord: { lon: 38.85, lat: 58.05 },
    weather: [{ id: 500, main: 'Rain', description, icon }],
    base: 'stations',
    main: { temp, feels_like: temp - 4, pressure: 1004, humidity: 93 },
    visibility: 10_000,
    wind: { speed: 5.1, deg: 240 },
    clouds: { all: 100 },
    dt: 1_700_000_000,
    sys: { country: 'RU' },
    timezone: 10_800,
    id: 500_096,
    name: 'Рыбинск',
    cod: 200,
  });

/** Starts a fake of OpenWeatherMap's API on a free port; `answer` responds to each request. */
export async function startWeatherService(
  answer: (asked: Asked, response: ServerResponse, path: string) => unknown,
): Promise<WeatherService> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url!, 'http://weather.test');
    const question = Object.fromEntries(searchParams);
    asked.push(question);
    void answer(
      question,
      response.setHeader('content-type', 'application/json; charset=utf-8'),
      pathname,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/data/2.5/weather`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
