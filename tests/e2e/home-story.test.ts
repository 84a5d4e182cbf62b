import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { document, startWeatherService, type WeatherService } from '../weather-service.ts';
import { isBrowserHere, World } from './world.ts';

let world: World;
let weather: WeatherService;
let isWeatherHere = true;
describe.skipIf(!isBrowserHere)('home', () => {
  beforeAll(async () => {
    weather = await startWeatherService((_asked, response) => (isWeatherHere ? response.end(document(3.4)) : response.writeHead(500).end()));
    world = await new World().open({ env: { WEATHER_URL: weather.url, WEATHER_KEY: 'key' } });
  });
  afterAll(async () => {
    await world.close();
    await weather.close();
  });

  test('shows the weather of the own city, keeps its place, and hides what nobody can tell', async () => {
    const { page } = await world.join('Анна', 'Погодина');
    const line = page.getByRole('group', { name: 'Погода' });
    await line.getByText('+3°').waitFor();
    await line.getByText('Рыбинск, небольшой дождь').waitFor();
    const height = () => page.getByRole('region', { name: 'Сегодня' }).evaluate((card) => card.getBoundingClientRect().height);
    const whole = await height();

    // The next visit leaves room for it before it comes.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/weather', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('heading', { name: /, Анна/ }).waitFor();
    expect(await line.count()).toBe(0);
    expect(await height()).toBe(whole);
    release();
    await line.getByText('+3°').waitFor();
    expect(await height()).toBe(whole);
    await page.unroute('**/api/weather');

    // In a city that nobody can tell about there is nothing, and from then on no room for it.
    isWeatherHere = false;
    await page.goto('/editprofile');
    await page.getByLabel('Город').fill('Тутаев');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.waitForURL('**/user/*');
    const asked = page.waitForResponse('**/api/weather');
    await page.goto('/home');
    expect(await (await asked).json()).toEqual({ weather: null });
    await expect.poll(height).toBeLessThan(whole);
    expect(await line.count()).toBe(0);
    const small = await height();
    await page.reload();
    await page.getByRole('heading', { name: /, Анна/ }).waitFor();
    expect(await height()).toBe(small);
    expect(weather.asked.map(({ q }) => q)).toEqual(['Rybinsk,RU', 'Tutayev,RU']);
  });
});
