import * as contract from '@respa/contract/videohost';
import { done, serve, type App, type Call } from '#platform/http/serve.ts';
import { readHeaderFiles } from '#features/media/service.ts';
import * as channels from './channels.ts';
import { listRecommendedChannels } from '../lists.ts';
import { assertSelf } from '../policy.ts';
import { isSubscribed, listSubscribed, subscribe } from './subscriptions.ts';

type Headed = Call<typeof contract.editChannel>;
const headerOf = ({
  body: { removeAvatar, removeBanner, date: _date, ...text },
  files,
}: Pick<Headed, 'body' | 'files'>) => ({
  ...text,
  ...readHeaderFiles({ removeAvatar, removeBanner }, files),
});

/** Mounts the channels with their helpers and subscribers. */
export function mountChannels(app: App): void {
  const { context } = app;

  serve(app, contract.channelByAdmin, async ({ viewer, params }) => ({
    channel: await channels.findChannelOf(context, viewer, params.userId),
  }));
  for (const [route, few] of [
    [contract.recommendedChannelsMain, true],
    [contract.recommendedChannels, false],
  ] as const)
    serve(app, route, ({ viewer, params, query }) => {
      assertSelf(viewer, params.userId);
      return listRecommendedChannels(context, viewer, query, few);
    });
  for (const [route, few] of [
    [contract.subscribedMain, true],
    [contract.subscribed, false],
  ] as const)
    serve(app, route, ({ viewer, params, query }) => {
      assertSelf(viewer, params.userId);
      return listSubscribed(context, viewer, query, few);
    });
  serve(app, contract.allChannels, ({ viewer, query }) =>
    channels.listChannels(context, viewer, query),
  );
  serve(app, contract.ownChannels, async ({ viewer }) => ({
    channels: await channels.listOwn(context, viewer),
  }));
  serve(app, contract.channel, async ({ viewer, params }) => ({
    channel: await channels.getChannel(context, viewer, params.id),
  }));
  serve(app, contract.subscribersCount, async ({ viewer, params }) => ({
    subscribers: (await channels.getMembership(context, viewer, params.channelId))
      .subscribers_count,
  }));
  serve(app, contract.removeChannel, ({ viewer, params }) =>
    done(channels.removeChannel(context, viewer, params.id)),
  );
  serve(app, contract.createChannel, async ({ viewer, ...form }) => ({
    ok: true,
    channel: await channels.createChannel(context, viewer, headerOf(form)),
  }));
  serve(app, contract.channelByName, async ({ viewer, body }) => ({
    channel: await channels.getNamed(context, viewer, body.name),
  }));
  serve(app, contract.editChannel, async ({ viewer, params, ...form }) => ({
    channel: await channels.editChannel(context, viewer, params.id, headerOf(form)),
  }));
  serve(app, contract.helpers, ({ viewer, params }) =>
    channels.listHelpers(context, viewer, params.id),
  );
  serve(app, contract.addHelper, ({ viewer, params }) =>
    done(channels.addHelper(context, viewer, params.id, params.userId)),
  );
  serve(app, contract.removeHelper, ({ viewer, params }) =>
    done(channels.removeHelper(context, viewer, params.id, params.userId)),
  );
  serve(app, contract.isSubscriber, async ({ viewer, params }) => ({
    isSubscriber: await isSubscribed(context, viewer, params.channelId),
  }));
  serve(app, contract.subscribe, ({ viewer, params, query }) =>
    subscribe(context, viewer, params.channelId, query.state),
  );
}
