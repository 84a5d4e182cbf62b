import * as bookmarks from '@respa/contract/bookmarks';
import { done, serve, type App } from '#platform/http/serve.ts';
import * as service from './service.ts';

/** Mounts the bookmarks, which only their owner sees. */
export function mountBookmarks(app: App): void {
  const { context } = app;
  serve(app, bookmarks.list, ({ viewer, query }) => service.listBookmarks(context, viewer, query));
  serve(app, bookmarks.one, ({ viewer, params }) => service.findBookmark(context, viewer, params));
  serve(app, bookmarks.put, ({ viewer, params, body }) =>
    done(service.putBookmark(context, viewer, params, body.folder)),
  );
  serve(app, bookmarks.remove, ({ viewer, params }) =>
    done(service.removeBookmark(context, viewer, params)),
  );
  serve(app, bookmarks.folders, ({ viewer }) => service.listFolders(context, viewer));
  serve(app, bookmarks.createFolder, async ({ viewer, body }) => ({
    folder: await service.createFolder(context, viewer, body.name),
  }));
  serve(app, bookmarks.renameFolder, async ({ viewer, params, body }) => ({
    folder: await service.renameFolder(context, viewer, params.id, body.name),
  }));
  serve(app, bookmarks.removeFolder, ({ viewer, params }) =>
    done(service.removeFolder(context, viewer, params.id)),
  );
}
