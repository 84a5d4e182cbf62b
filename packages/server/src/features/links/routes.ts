import * as contract from '@respa/contract/link-cards';
import { done, serve, type App } from '#platform/http/serve.ts';
import { fetchCard, sweepLinks } from './fetching.ts';
import { removeLink } from './service.ts';

export function mountLinks(app: App): void {
  const { context } = app;
  context.jobs.on('links.fetch', ({ hash }) => fetchCard(context, hash));
  context.jobs.on('links.sweep', () => sweepLinks(context));
  serve(app, contract.remove, ({ viewer, params }) =>
    done(removeLink(context, viewer, params.kind, params.id)),
  );
}
