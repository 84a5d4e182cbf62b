import * as extras from '@respa/contract/video-extras';
import { done, serve, type App } from '#platform/http/serve.ts';
import * as playlists from './playlists.ts';
import { addLater, forgetWatched, listHistory, listLater, removeLater } from './watching.ts';

/** Mounts what a member has watched, will watch later, and keeps in playlists. */
export function mountWatching(app: App): void {
  const { context } = app;

  serve(app, extras.history, ({ viewer, query }) => listHistory(context, viewer, query.before));
  serve(app, extras.removeFromHistory, ({ viewer, params }) =>
    done(forgetWatched(context.db, viewer.id, params.videoId)),
  );
  serve(app, extras.clearHistory, ({ viewer }) => done(forgetWatched(context.db, viewer.id)));
  serve(app, extras.later, ({ viewer, query }) => listLater(context, viewer, query.before));
  serve(app, extras.addLater, ({ viewer, params }) =>
    done(addLater(context, viewer, params.videoId)),
  );
  serve(app, extras.removeLater, ({ viewer, params }) =>
    done(removeLater(context.db, viewer.id, params.videoId)),
  );
  serve(app, extras.playlists, async ({ viewer, query }) => ({
    playlists: await playlists.listPlaylists(context, viewer, query.video),
  }));
  serve(app, extras.createPlaylist, async ({ viewer, body }) => ({
    playlist: await playlists.createPlaylist(context, viewer, body),
  }));
  serve(app, extras.playlist, ({ viewer, params, query }) =>
    playlists.getPlaylist(context, viewer, params.id, query.before),
  );
  serve(app, extras.editPlaylist, async ({ viewer, params, body }) => ({
    playlist: await playlists.editPlaylist(context, viewer, params.id, body),
  }));
  serve(app, extras.removePlaylist, ({ viewer, params }) =>
    done(playlists.removePlaylist(context, viewer, params.id)),
  );
  serve(app, extras.addToPlaylist, ({ viewer, params }) =>
    done(playlists.addToPlaylist(context, viewer, params.id, params.videoId)),
  );
  serve(app, extras.removeFromPlaylist, ({ viewer, params }) =>
    done(playlists.removeFromPlaylist(context, viewer, params.id, params.videoId)),
  );
}
