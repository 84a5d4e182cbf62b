import * as notifications from '@respa/contract/notifications';
import { serve, type House } from '#platform/serve.ts';
import { countUnread, listNotifications, readAll } from './service.ts';

export function mountNotifications(house: House): void {
  const { ground } = house;
  serve(house, notifications.list, async ({ viewer, query }) => ({
    ...(await listNotifications(ground, viewer.id, query)), unread: await countUnread(ground, viewer.id),
  }));
  serve(house, notifications.unread, async ({ viewer }) => ({ count: await countUnread(ground, viewer.id) }));
  serve(house, notifications.read, async ({ viewer }) => {
    await readAll(ground, viewer.id);
    return { ok: true };
  });
}
