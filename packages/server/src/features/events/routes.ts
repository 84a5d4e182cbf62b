import * as events from '@respa/contract/events';
import { done, serve, type App } from '#platform/http/serve.ts';
import { createEvent, editEvent, listEvents, removeEvent } from './service.ts';

export function mountEvents(app: App): void {
  const { context } = app;
  serve(app, events.create, async ({ viewer, body, files }) => ({
    event: await createEvent(context, viewer, { ...body, files }),
  }));
  serve(app, events.edit, async ({ viewer, params, body, files }) => ({
    event: await editEvent(context, viewer, params.id, { ...body, files }),
  }));
  serve(app, events.remove, ({ viewer, params }) => done(removeEvent(context, viewer, params.id)));
  serve(app, events.list, ({ query }) => listEvents(context, query));
}
