import * as notifications from '@respa/contract/notifications';
import { done, serve, type App } from '#platform/http/serve.ts';
import { countUnread, listNotifications, listQuiet, readAll, setQuiet } from './service.ts';

export function mountNotifications(app: App): void {
  const { context } = app;
  serve(app, notifications.list, async ({ viewer, query }) => ({
    ...(await listNotifications(context, viewer.id, query)),
    unread: await countUnread(context, viewer.id),
  }));
  serve(app, notifications.unread, async ({ viewer }) => ({
    count: await countUnread(context, viewer.id),
  }));
  serve(app, notifications.settings, async ({ viewer }) => ({
    quiet: await listQuiet(context, viewer.id),
  }));
  serve(app, notifications.setSettings, async ({ viewer, body }) => ({
    quiet: await setQuiet(context, viewer.id, body.quiet),
  }));
  serve(app, notifications.read, ({ viewer }) => done(readAll(context, viewer.id)));
}
