import * as contract from '@respa/contract/weather';
import { serve, type House } from '#platform/serve.ts';
import { makeForecasts } from './service.ts';

/** `findCity` is told by whoever knows people: this feature stands below them. */
export function mountWeather(house: House, findCity: (userId: string) => Promise<string>): void {
  const forecasts = makeForecasts(house.ground);
  serve(house, contract.weather, async ({ viewer }) => ({
    weather: await forecasts.find(await findCity(viewer.id)),
  }));
}
