import * as list from '@respa/contract/chat-list';
import { done, serve, type App } from '#platform/http/serve.ts';
import { clearHistory, restoreHistory } from '../rooms/clearing.ts';
import * as folders from './folders.ts';
import { orderPinned, pinRoom, setArchived, unpinRoom } from './list-order.ts';

/** Mounts the routes by which a member orders the list of chats. */
export function mountChatList(app: App): void {
  const { context } = app;
  serve(app, list.pinRoom, ({ viewer, params }) => done(pinRoom(context, viewer, params.roomId)));
  serve(app, list.unpinRoom, ({ viewer, params }) =>
    done(unpinRoom(context, viewer, params.roomId)),
  );
  serve(app, list.orderPinned, ({ viewer, body }) =>
    done(orderPinned(context, viewer, body.rooms)),
  );
  serve(app, list.archiveRoom, ({ viewer, params }) =>
    done(setArchived(context, viewer, params.roomId, true)),
  );
  serve(app, list.unarchiveRoom, ({ viewer, params }) =>
    done(setArchived(context, viewer, params.roomId, false)),
  );
  serve(app, list.clearHistory, ({ viewer, params }) =>
    done(clearHistory(context, viewer, params.roomId)),
  );
  serve(app, list.restoreHistory, ({ viewer, params }) =>
    done(restoreHistory(context, viewer, params.roomId)),
  );
  serve(app, list.folders, ({ viewer }) => folders.listFolders(context, viewer));
  serve(app, list.createFolder, async ({ viewer, body }) => ({
    folder: await folders.createFolder(context, viewer, body),
  }));
  serve(app, list.editFolder, async ({ viewer, params, body }) => ({
    folder: await folders.editFolder(context, viewer, params.id, body),
  }));
  serve(app, list.removeFolder, ({ viewer, params }) =>
    done(folders.removeFolder(context, viewer, params.id)),
  );
  serve(app, list.orderFolders, ({ viewer, body }) =>
    done(folders.orderFolders(context, viewer, body.folders)),
  );
  serve(app, list.addToFolder, ({ viewer, params }) =>
    done(folders.addToFolder(context, viewer, params.id, params.roomId)),
  );
  serve(app, list.takeFromFolder, ({ viewer, params }) =>
    done(folders.takeFromFolder(context, viewer, params.id, params.roomId)),
  );
}
