import * as contract from '@respa/contract/polls';
import { serve, type App } from '#platform/http/serve.ts';
import { closePoll, getPoll, listVoters, vote, type Polls } from './service.ts';

export function mountPolls(app: App, polls: Polls): void {
  const { context } = app;
  serve(app, contract.one, async ({ viewer, params }) => ({
    poll: await getPoll(context, polls, viewer?.id ?? null, params.id),
  }));
  serve(app, contract.vote, async ({ viewer, params, body }) => ({
    poll: await vote(context, polls, viewer, params.id, body.options),
  }));
  serve(app, contract.close, async ({ viewer, params }) => ({
    poll: await closePoll(context, polls, viewer, params.id),
  }));
  serve(app, contract.voters, ({ viewer, params, query }) =>
    listVoters(context, polls, viewer, { ...params, ...query }),
  );
}
