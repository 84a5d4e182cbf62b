import * as open from '@respa/contract/open';
import { serve, type App } from '#platform/http/serve.ts';
import * as reading from './reading.ts';
import { sweepGonePages } from './gone.ts';

/** Mounts what everyone may read without signing in. */
export function mountOpen(app: App): void {
  const { context } = app;
  serve(app, open.community, async ({ params }) => ({
    community: await reading.readCommunity(context, params.id),
  }));
  serve(app, open.articles, ({ params, query }) =>
    reading.readArticles(context, params.id, query.before),
  );
  serve(app, open.article, async ({ params }) => ({
    article: await reading.readArticle(context, params.id),
  }));
  serve(app, open.articleComments, ({ params, query }) =>
    reading.readComments(context, 'article', params.id, query.before),
  );
  serve(app, open.channel, async ({ params }) => ({
    channel: await reading.readChannel(context, params.id),
  }));
  serve(app, open.channelVideos, ({ params, query }) =>
    reading.readVideos(context, params.id, query.before),
  );
  serve(app, open.video, async ({ params }) => ({
    video: await reading.readVideo(context, params.id),
  }));
  serve(app, open.videoComments, ({ params, query }) =>
    reading.readComments(context, 'video', params.id, query.before),
  );
  serve(app, open.person, async ({ params }) => ({
    person: await reading.readPerson(context, params.id),
  }));
  context.jobs.on('pages.sweep', () => sweepGonePages(context));
}
