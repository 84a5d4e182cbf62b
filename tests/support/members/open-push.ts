import { afterAll } from 'vitest';
import * as push from '@respa/contract/push';
import { makeSafePost } from '../../../packages/server/src/platform/http/safe-post.ts';
import { flushRooms } from '../../../packages/server/src/features/push/room-news.ts';
import { startTestApp, type Caller, type TestApp } from '../driver.ts';
import { startPushService, type PushService } from '../servers/push-service.ts';

type Push = {
  app: TestApp;
  service: PushService;
  /** Turns on notifications on a device of a member. Returns its subscription. */
  subscribe(who: Caller, name: string, timeZone?: string): Promise<push.PushSubscriptionInput>;
  /** Tells devices of everything that has happened; resolves when nothing is left to tell. */
  settle(): Promise<void>;
};

/**
 * Starts a server and a push service of its own for a test file; call it at the top level. Both end
 * after the last test.
 */
export async function openPush(): Promise<Push> {
  const app = await startTestApp({ PUSH: 'on' });
  const service = await startPushService();
  // The service stands on 127.0.0.1 without https.
  Object.assign(app.server.context.push, {
    post: makeSafePost((address) => address === '127.0.0.1'),
    schemes: ['http:'],
  });
  afterAll(async () => {
    app.server.context.push.post.close();
    await service.stop();
    await app.stop();
  });
  return {
    app,
    service,
    async subscribe(who, name, timeZone) {
      const subscription = service.subscribe(name);
      await who.call(push.subscribe, {
        body: { ...subscription, ...(timeZone === undefined ? {} : { timeZone }) },
      });
      return subscription;
    },
    async settle() {
      await flushRooms(app.server.context);
      for (;;) {
        const { rows } = await app.server.context.database.pool.query(`
          select count(*)::int as count
          from graphile_worker.jobs
          where task_identifier like 'push.%' and run_at < now() + interval '3 seconds'
        `);
        if (rows[0].count === 0) return;
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      }
    },
  };
}
