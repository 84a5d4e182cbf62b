import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as profile from '@respa/contract/profile';
import { weather } from '@respa/contract/weather';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import {
  weatherDocument,
  startWeatherService,
  type Asked,
  type WeatherService,
} from '#tests/support/servers/weather-service.ts';
import { transliterate } from './transliteration.ts';
import { makeForecasts, readCity } from './service.ts';

let service: WeatherService;
let app: TestApp;
let answers: Record<string, (response: ServerResponse, asked: Asked, path: string) => unknown> = {};
beforeAll(async () => {
  service = await startWeatherService((asked, response, path) =>
    (answers[asked['q']!] ?? ((one) => one.end(weatherDocument(3.4))))(response, asked, path),
  );
  app = await startTestApp({ WEATHER_URL: service.url, WEATHER_KEY: 'the-key' });
});
afterEach(() => {
  vi.useRealTimers();
  answers = {};
});
afterAll(async () => {
  await app.stop();
  await service.close();
});

const questions = (city: string) => service.asked.filter(({ q }) => q === `${city},RU`);
async function memberOf(city: string): Promise<Caller> {
  const caller = await app.join('Вера');
  await caller.call(profile.edit, { body: { city } });
  return caller;
}
const weatherOf = async (who: Caller) => (await who.call(weather)).weather;
/** Moves only the date forward; timers stay real. */
function goForward(minutes: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
}

describe('The weather', () => {
  test("is that of the user's own city, in the words and degrees of the service", async () => {
    const anna = await app.join('Анна');
    expect(await weatherOf(anna)).toEqual({
      temp: 3.4,
      text: 'небольшой дождь',
      main: 'Rain',
      icon: 'rain',
    });
    expect(questions('Rybinsk')).toEqual([
      { q: 'Rybinsk,RU', units: 'metric', lang: 'ru', appid: 'the-key' },
    ]);
  });

  test('is requested once in half an hour, for any number of users', async () => {
    const [vera, gleb] = await Promise.all([
      memberOf('Сыктывкар'),
      memberOf('  г. СЫКТЫВКАР, Коми '),
    ]);
    const asked = () => service.asked.filter(({ q }) => q!.toLowerCase() === 'syktyvkar,ru').length;
    const temps = () =>
      Promise.all([vera, gleb, vera, gleb].map(async (who) => (await weatherOf(who))?.temp));
    expect(await temps()).toEqual([3.4, 3.4, 3.4, 3.4]);
    answers['Syktyvkar,RU'] = answers['SYKTYVKAR,RU'] = (response) =>
      response.end(weatherDocument(-12.6, 'ясно', '01n'));
    goForward(29);
    expect(await temps()).toEqual([3.4, 3.4, 3.4, 3.4]);
    expect(asked()).toBe(1);
    goForward(31);
    expect(await temps()).toEqual([-12.6, -12.6, -12.6, -12.6]);
    expect(asked()).toBe(2);
  });
  test('is requested once by concurrent callers', async () => {
    const held: ServerResponse[] = [];
    answers['Vorkuta,RU'] = (response) => held.push(response);
    const forecasts = makeForecasts(app.server.context, 15_000);
    const asking = Promise.all(
      ['Воркута', 'воркута', 'г. Воркута'].map((city) => forecasts.find(city)),
    );
    await until(() => held.length > 0);
    for (const response of held) response.end(weatherDocument(-31));
    expect((await asking).map((one) => one?.temp)).toEqual([-31, -31, -31]);
    expect(service.asked.filter(({ q }) => /^vorkuta/i.test(q!))).toHaveLength(1);
  });
  test('of many cities at once is requested a few at a time', async () => {
    const held: ServerResponse[] = [];
    const cities = Array.from({ length: 10 }, (_, index) => `Held${index}`);
    for (const city of cities) answers[`${city},RU`] = (response) => held.push(response);
    const forecasts = makeForecasts(app.server.context, 15_000);
    const asking = cities.map((city) => forecasts.find(city));
    expect(await Promise.all(asking.slice(8))).toEqual([null, null]);
    await until(() => held.length === 8);
    for (const response of held) response.end(weatherDocument(1));
    expect((await Promise.all(asking.slice(0, 8))).map((one) => one?.temp)).toEqual(
      Array.from({ length: 8 }, () => 1),
    );
  });

  test.each([
    ['01d', 'clear-day'],
    ['02d', 'partly-day'],
    ['02n', 'partly-night'],
    ['03n', 'clouds'],
    ['04d', 'clouds'],
    ['09d', 'rain'],
    ['10n', 'rain'],
    ['11d', 'storm'],
    ['13d', 'snow'],
    ['50n', 'fog'],
    ['99x', 'clouds'],
    ['__proto__', 'clouds'],
  ])('code %s gives the icon %s', async (code, icon) => {
    answers[`Sky ${code},RU`] = (response) => response.end(weatherDocument(0, 'погода', code));
    expect(await weatherOf(await memberOf(`Sky ${code}`))).toEqual({
      temp: 0,
      text: 'погода',
      main: 'Rain',
      icon,
    });
  });

  test.each<[string, string, (response: ServerResponse, asked: Asked, path: string) => unknown]>([
    ['Silent', 'is silent', () => {}],
    ['Halting', 'stops in the middle', (response) => response.write('{"main":')],
    ['Broken', 'speaks no JSON', (response) => response.end('{"main":{"temp":3')],
    [
      'Page',
      'sends a page',
      (response) =>
        response.setHeader('content-type', 'text/html').end('<!doctype html><h1>200</h1>'),
    ],
    ['Null', 'sends nothing', (response) => response.end('null')],
    ['List', 'sends a list', (response) => response.end('[]')],
    [
      'Words',
      'has no words',
      (response) =>
        response.end(
          JSON.stringify({
            main: { temp: 3 },
            weather: [{ description: ' \u0007 ', icon: '10d' }],
          }),
        ),
    ],
    [
      'Text',
      'has words instead of degrees',
      (response) => response.end(weatherDocument('3' as never)),
    ],
    ['Sun', 'is about another planet', (response) => response.end(weatherDocument(5_500))],
    ['Novel', 'tells a novel', (response) => response.end(weatherDocument(3, 'дождь '.repeat(40)))],
    [
      'Bytes',
      'sends bytes that are no text',
      (response) =>
        response.end(Buffer.from(weatherDocument(3).replace('небольшой', '\u00ff'), 'latin1')),
    ],
    [
      'Huge',
      'sends more than 64 KB',
      (response) =>
        response.end(weatherDocument(3).replace('{', `{"pad":"${'x'.repeat(66_000)}",`)),
    ],
    [
      'Redirect',
      'sends elsewhere',
      (response, _, path) =>
        path === '/elsewhere'
          ? response.end(weatherDocument(3))
          : response.writeHead(302, { location: '/elsewhere?q=Redirect,RU' }).end(),
    ],
    ['Failing', 'fails', (response) => response.writeHead(500).end(weatherDocument(3))],
    [
      'Refusing',
      'refuses',
      (response) =>
        response.writeHead(401).end(JSON.stringify({ cod: 401, message: 'Invalid API key' })),
    ],
    ['Gone', 'hangs up', (response) => response.destroy()],
  ])(
    'is unknown where the service for %s %s, and is requested again after a minute',
    async (city, _, answer) => {
      answers[`${city},RU`] = answer;
      const member = await memberOf(city);
      expect(await weatherOf(member)).toBe(null);
      expect(await weatherOf(member)).toBe(null);
      expect(questions(city)).toHaveLength(1);
      answers = {};
      goForward(1.1);
      expect((await weatherOf(member))?.temp).toBe(3.4);
      expect(questions(city)).toHaveLength(2);
    },
  );

  test('of a city that the service does not know is not requested repeatedly', async () => {
    answers['Lukomorye,RU'] = (response) =>
      response.writeHead(404).end(JSON.stringify({ cod: '404', message: 'city not found' }));
    const member = await memberOf('Лукоморье');
    expect(await weatherOf(member)).toBe(null);
    goForward(20);
    expect(await weatherOf(member)).toBe(null);
    expect(questions('Lukomorye')).toHaveLength(1);
  });

  test('is unknown without a city, without a request', async () => {
    const before = service.asked.length;
    for (const city of ['', ' — ', '12', ', Россия'])
      expect(await weatherOf(await memberOf(city))).toBe(null);
    expect(service.asked).toHaveLength(before);
  });

  test('is unknown without a key, without a request', async () => {
    const keyless = await startTestApp({ WEATHER_URL: service.url });
    try {
      const before = service.asked.length;
      expect(await weatherOf(await keyless.join('Анна'))).toBe(null);
      expect(service.asked).toHaveLength(before);
    } finally {
      await keyless.stop();
    }
  });
});

test.each([
  ['Рыбинск', 'Rybinsk'],
  ['Санкт-Петербург', 'Sankt-Peterburg'],
  ['Нижний Новгород', 'Nizhny Novgorod'],
  ['Москва', 'Moskva'],
  ['Екатеринбург', 'Yekaterinburg'],
  ['Набережные Челны', 'Naberezhnyye Chelny'],
  ['Ростов-на-Дону', 'Rostov-na-Donu'],
  ['Йошкар-Ола', 'Yoshkar-Ola'],
  ['Орёл', 'Oryol'],
  ['Щёлково', 'Shchyolkovo'],
  ['Ярославль', 'Yaroslavl'],
  ['Новый Уренгой', 'Novy Urengoy'],
  ['Хабаровск', 'Khabarovsk'],
  ['Прокопьевск', 'Prokopyevsk'],
  ['Ульяновск', 'Ulyanovsk'],
  ['Южно-Сахалинск', 'Yuzhno-Sakhalinsk'],
  ['Элиста', 'Elista'],
  ['Подъячево', 'Podyachevo'],
  ['Ханты-Мансийск', 'Khanty-Mansiysk'],
  ['Berlin', 'Berlin'],
  ['Майкоп'.normalize('NFD'), 'Maykop'],
])('%s is transliterated as %s', (name, written) => {
  expect(transliterate(name)).toBe(written);
});
test.each([
  ['г. Рыбинск', 'Rybinsk'],
  ['г.Рыбинск', 'Rybinsk'],
  ['город Тула', 'Tula'],
  ['Городец', 'Gorodets'],
  ['Гагарин', 'Gagarin'],
  ['Дубна (Московская область)', 'Dubna'],
  [' Нижний   Тагил ', 'Nizhny Tagil'],
  ['Ж'.repeat(80), ''],
  ['?&appid=1', '?&appid=1'],
  ['🎮', ''],
])('«%s» is requested as «%s»', (input, asked) => {
  expect(readCity(input)).toBe(asked);
});
