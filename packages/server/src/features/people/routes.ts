import * as people from '@respa/contract/people';
import { fault } from '@respa/contract/faults';
import * as privacy from '@respa/contract/privacy';
import { serve, type House } from '#platform/serve.ts';
import { listDirectory, listForMessenger } from './directory.ts';
import { blockPerson, listAside, mutePerson, unblockPerson, unmutePerson } from './blocks.ts';
import { getPrivacy, setPrivacy } from './privacy.ts';
import { streamClosed, streamOpened } from './presence.ts';

const MAX_STREAMS = 16;

/** `listChannels` tells what else somebody's own stream follows. */
export function mountPeople(house: House, listChannels: (userId: string) => Promise<string[]>): void {
  const { ground } = house;
  serve(house, people.directory, ({ viewer, params, query }) => listDirectory(ground, viewer, { ...params, ...query }));
  serve(house, people.users, ({ viewer, query }) => listForMessenger(ground, viewer, query));
  serve(house, people.live, async ({ viewer, reply }) => {
    if (ground.live.countTagged(`user:${viewer.id}`) >= MAX_STREAMS) throw fault('too_many_streams', { retryAfter: 10 });
    reply.hijack();
    const stream = ground.live.open(reply.raw, {
      channels: [`user:${viewer.id}`], tags: [`user:${viewer.id}`, `own:${viewer.id}`, `session:${viewer.sessionId}`], onClose: () => streamClosed(ground, viewer.id),
    });
    streamOpened(ground, viewer.id);
    try {
      const channels = await listChannels(viewer.id);
      channels.forEach(stream.subscribe);
      // What was left while it was being read is left now; what is left from now on is told to this stream.
      if (channels.length > 0) {
        const still = new Set(await listChannels(viewer.id));
        for (const channel of channels) if (!still.has(channel)) stream.unsubscribe(channel);
      }
      stream.release();
    } catch (error) {
      ground.log.warn({ err: (error as Error).message }, 'member stream not opened');
      stream.end();
    }
  });

  serve(house, privacy.get, async ({ viewer }) => ({ privacy: await getPrivacy(ground, viewer) }));
  serve(house, privacy.set, async ({ viewer, body }) => ({ privacy: await setPrivacy(ground, viewer, body) }));
  for (const [route, act] of [[privacy.block, blockPerson], [privacy.unblock, unblockPerson], [privacy.mute, mutePerson], [privacy.unmute, unmutePerson]] as const) {
    serve(house, route, async ({ viewer, params }) => {
      await act(ground, viewer, params.id);
      return { ok: true };
    });
  }
  serve(house, privacy.blocked, ({ viewer, query }) => listAside(ground, viewer, 'blocks', query.before));
  serve(house, privacy.muted, ({ viewer, query }) => listAside(ground, viewer, 'mutes', query.before));
}
