import { afterAll } from 'vitest';
import { makeSafeFetch } from '../../../packages/server/src/platform/http/safe-fetch.ts';
import { startTestApp, type Caller, type TestApp } from '../driver.ts';
import { until } from '../files/pictures.ts';
import { startHostileSite, type HostileSite } from '../servers/hostile-site.ts';
import { readRoom, roomOf, type Message } from './conversations.ts';

type Links = Record<'anna' | 'boris' | 'vera', Caller> & {
  app: TestApp;
  site: HostileSite;
  /** The room of Anna and Boris. */
  room: string;
  find(who: Caller, id: string): Promise<Message | undefined>;
  /**
   * Returns the card of a message in the room once there is one, with this title if it is given.
   */
  cardOf(id: string, title?: string): Promise<NonNullable<Message['link']>>;
};

/**
 * Starts a server with three members and a site whose pages it may fetch, for a test file; call it
 * at the top level. Both end after the last test.
 */
export async function openLinks(): Promise<Links> {
  const app = await startTestApp({ LINK_CARDS: 'on', RATE_LIMITS: 'on' });
  const site = await startHostileSite();
  // The other site stands on 127.0.0.1, which only its port may stand for.
  app.server.context.links.fetch = makeSafeFetch({
    userAgent: 'RespaBot',
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address, port) => address === '127.0.0.1' && port === site.port,
  });
  afterAll(async () => {
    await site.stop();
    await app.stop();
  });
  const [anna, boris, vera] = await Promise.all([
    app.join('Анна'),
    app.join('Борис'),
    app.join('Вера'),
  ]);
  const room = await roomOf(anna, boris);
  const find = async (who: Caller, id: string) =>
    (await readRoom(who, room)).find(({ _id }) => _id === id);
  return {
    app,
    site,
    anna,
    boris,
    vera,
    room,
    find,
    async cardOf(id, title) {
      await until(async () => {
        const link = (await find(boris, id))?.link;
        return link !== undefined && (title === undefined || link.title === title);
      });
      return (await find(boris, id))!.link!;
    },
  };
}
