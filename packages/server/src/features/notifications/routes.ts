import * as notifications from '@respa/contract/notifications';
import { done, serve, type House } from '#platform/serve.ts';
import { countUnread, listNotifications, listQuiet, readAll, setQuiet } from './service.ts';

export function mountNotifications(house: House): void {
  const { ground } = house;
  serve(house, notifications.list, async ({ viewer, query }) => ({
    ...(await listNotifications(ground, viewer.id, query)),
    unread: await countUnread(ground, viewer.id),
  }));
  serve(house, notifications.unread, async ({ viewer }) => ({
    count: await countUnread(ground, viewer.id),
  }));
  serve(house, notifications.settings, async ({ viewer }) => ({
    quiet: await listQuiet(ground, viewer.id),
  }));
  serve(house, notifications.setSettings, async ({ viewer, body }) => ({
    quiet: await setQuiet(ground, viewer.id, body.quiet),
  }));
  serve(house, notifications.read, ({ viewer }) => done(readAll(ground, viewer.id)));
}
