import * as people from '@respa/contract/people';
import { fault } from '@respa/contract/faults';
import * as privacy from '@respa/contract/privacy';
import { bearerOf, serve, type House } from '#platform/serve.ts';
import { listDirectory, listForMessenger } from './directory.ts';
import { blockPerson, listAside, mutePerson, unblockPerson, unmutePerson } from './blocks.ts';
import { getPrivacy, setPrivacy } from './privacy.ts';
import { streamClosed, streamOpened } from './presence.ts';

const MAX_STREAMS = 16;

/** `listChannels` tells what else somebody's own stream follows. */
export function mountPeople(
  house: House,
  listChannels: (userId: string) => Promise<string[]>,
): void {
  const { ground } = house;
  serve(house, people.directory, ({ viewer, params, query }) =>
    listDirectory(ground, viewer, { ...params, ...query }),
  );
  serve(house, people.users, ({ viewer, query }) => listForMessenger(ground, viewer, query));
  serve(house, people.live, async ({ viewer, request, reply }) => {
    if (ground.live.countTagged(`user:${viewer.id}`) >= MAX_STREAMS)
      throw fault('too_many_streams', { retryAfter: 10 });
    // Whoever sees the answer begin hears everything from then on.
    const channels = await listChannels(viewer.id);
    reply.hijack();
    if (reply.raw.destroyed) return;
    const stream = ground.live.open(reply.raw, {
      channels: [`user:${viewer.id}`, ...channels],
      tags: [`user:${viewer.id}`, `own:${viewer.id}`, `session:${viewer.sessionId}`],
      onClose: () => streamClosed(ground, viewer.id),
    });
    streamOpened(ground, viewer.id);
    try {
      // What was joined or left while it was being read is found now; from now on it is told to this stream.
      const still = await listChannels(viewer.id);
      for (const channel of channels) if (!still.includes(channel)) stream.unsubscribe(channel);
      still.forEach(stream.subscribe);
      // Neither is a session that ended meanwhile told anything.
      if ((await house.findViewer(bearerOf(request.raw) ?? '')) === null) return stream.end();
      stream.release();
    } catch (error) {
      ground.log.warn({ err: (error as Error).message }, 'member stream not opened');
      stream.end();
    }
  });

  serve(house, privacy.get, async ({ viewer }) => ({ privacy: await getPrivacy(ground, viewer) }));
  serve(house, privacy.set, async ({ viewer, body }) => ({
    privacy: await setPrivacy(ground, viewer, body),
  }));
  for (const [route, act] of [
    [privacy.block, blockPerson],
    [privacy.unblock, unblockPerson],
    [privacy.mute, mutePerson],
    [privacy.unmute, unmutePerson],
  ] as const) {
    serve(house, route, async ({ viewer, params }) => {
      await act(ground, viewer, params.id);
      return { ok: true };
    });
  }
  serve(house, privacy.blocked, ({ viewer, query }) =>
    listAside(ground, viewer, 'blocks', query.before),
  );
  serve(house, privacy.muted, ({ viewer, query }) =>
    listAside(ground, viewer, 'mutes', query.before),
  );
}
