import * as contract from '@respa/contract/home';
import { done, serve, type App } from '#platform/http/serve.ts';
import { dismissSteps, getOverview, listPopular } from './service.ts';

export function mountHome(app: App): void {
  const { context } = app;
  serve(app, contract.overview, ({ viewer }) => getOverview(context, viewer));
  serve(app, contract.popular, ({ viewer }) => listPopular(context, viewer));
  serve(app, contract.dismissSteps, ({ viewer }) => done(dismissSteps(context, viewer)));
}
