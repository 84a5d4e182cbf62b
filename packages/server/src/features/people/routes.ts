import * as people from '@respa/contract/people';
import { appError } from '@respa/contract/app-errors';
import * as privacy from '@respa/contract/privacy';
import { bearerOf, serve, type App } from '#platform/http/serve.ts';
import { listDirectory, listForMessenger } from './directory.ts';
import {
  blockPerson,
  listBlockedOrMuted,
  mutePerson,
  unblockPerson,
  unmutePerson,
} from './blocks.ts';
import { getPrivacy, setPrivacy } from './privacy.ts';
import { hideSuggestion, listSuggested, unhideSuggestion } from './suggestions/suggestions.ts';
import { streamClosed, streamOpened } from './presence.ts';

const MAX_STREAMS = 16;

/** `listChannels` returns what else a user's own stream follows. */
export function mountPeople(app: App, listChannels: (userId: string) => Promise<string[]>): void {
  const { context } = app;
  serve(app, people.directory, ({ viewer, params, query }) =>
    listDirectory(context, viewer, { ...params, ...query }),
  );
  serve(app, people.users, ({ viewer, query }) => listForMessenger(context, viewer, query));
  serve(app, people.suggested, async ({ viewer }) => ({
    people: await listSuggested(context, viewer),
  }));
  for (const [route, act] of [
    [people.hideSuggestion, hideSuggestion],
    [people.unhideSuggestion, unhideSuggestion],
  ] as const) {
    serve(app, route, async ({ viewer, params }) => {
      await act(context, viewer, params.id);
      return { ok: true };
    });
  }
  serve(app, people.live, async ({ viewer, request, reply }) => {
    if (context.live.countTagged(`user:${viewer.id}`) >= MAX_STREAMS)
      throw appError('too_many_streams', { retryAfter: 10 });
    // A client that sees the response start receives every event from then on, so the channels are
    // read before.
    const channels = await listChannels(viewer.id);
    reply.hijack();
    if (reply.raw.destroyed) return;
    const stream = context.live.open(reply.raw, {
      channels: [`user:${viewer.id}`, ...channels],
      tags: [`user:${viewer.id}`, `own:${viewer.id}`, `session:${viewer.sessionId}`],
      onClose: () => streamClosed(context, viewer.id),
    });
    streamOpened(context, viewer.id);
    try {
      // Read the channels again: joins and leaves during the first read are found now, later ones
      // are sent to this stream.
      const still = await listChannels(viewer.id);
      for (const channel of channels) if (!still.includes(channel)) stream.unsubscribe(channel);
      still.forEach(stream.subscribe);
      // A session that ended meanwhile must not receive anything either.
      if ((await app.findViewer(bearerOf(request.raw) ?? '')) === null) return stream.end();
      stream.release();
    } catch (error) {
      context.log.warn({ err: (error as Error).message }, 'member stream not opened');
      stream.end();
    }
  });

  serve(app, privacy.get, async ({ viewer }) => ({ privacy: await getPrivacy(context, viewer) }));
  serve(app, privacy.set, async ({ viewer, body }) => ({
    privacy: await setPrivacy(context, viewer, body),
  }));
  for (const [route, act] of [
    [privacy.block, blockPerson],
    [privacy.unblock, unblockPerson],
    [privacy.mute, mutePerson],
    [privacy.unmute, unmutePerson],
  ] as const) {
    serve(app, route, async ({ viewer, params }) => {
      await act(context, viewer, params.id);
      return { ok: true };
    });
  }
  serve(app, privacy.blocked, ({ viewer, query }) =>
    listBlockedOrMuted(context, viewer, 'blocks', query.before),
  );
  serve(app, privacy.muted, ({ viewer, query }) =>
    listBlockedOrMuted(context, viewer, 'mutes', query.before),
  );
}
