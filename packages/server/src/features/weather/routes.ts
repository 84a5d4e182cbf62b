import * as contract from '@respa/contract/weather';
import { serve, type App } from '#platform/http/serve.ts';
import { makeForecasts } from './service.ts';

/** `findCity` is injected by the caller, because this feature is in a lower layer than people. */
export function mountWeather(app: App, findCity: (userId: string) => Promise<string>): void {
  const forecasts = makeForecasts(app.context);
  serve(app, contract.weather, async ({ viewer }) => ({
    weather: await forecasts.find(await findCity(viewer.id)),
  }));
}
