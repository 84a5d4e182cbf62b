import * as scheduled from '@respa/contract/scheduled';
import { done, serve, type App } from '#platform/http/serve.ts';
import {
  changeScheduled,
  listScheduled,
  removeScheduled,
  scheduleMessage,
  sendDue,
  sendNow,
} from './scheduled.ts';

/** Mounts the routes of scheduled messages, and the job that sends them. */
export function mountScheduled(app: App): void {
  const { context } = app;
  serve(app, scheduled.list, ({ viewer, query }) => listScheduled(context, viewer, query.room));
  serve(app, scheduled.schedule, async ({ viewer, params, body }) => ({
    scheduled: await scheduleMessage(context, viewer, params.roomId, body),
  }));
  serve(app, scheduled.change, async ({ viewer, params, body }) => ({
    scheduled: await changeScheduled(context, viewer, params.id, body),
  }));
  serve(app, scheduled.remove, ({ viewer, params }) =>
    done(removeScheduled(context, viewer, params.id)),
  );
  serve(app, scheduled.sendNow, ({ viewer, params }) => done(sendNow(context, viewer, params.id)));
  context.jobs.on('messages.scheduled', ({ id }) => sendDue(context, id));
}
