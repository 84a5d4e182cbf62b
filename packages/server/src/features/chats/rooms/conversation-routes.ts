import { appError } from '@respa/contract/app-errors';
import { done, serve, type App } from '#platform/http/serve.ts';
import { deleteMessage } from '../messages/message-removal.ts';
import { sendMessage } from '../messages/messages.ts';
import { editMessage } from '../messages/message-editing.ts';
import { listChanges, listMessages } from '../messages/message-pages.ts';
import { getRoomRow, readRoom, notifyTyping } from './rooms.ts';
import type { ConversationKind } from './conversation-kind.ts';
import { openRoomStream } from './room-streams.ts';

/** Mounts the routes of one kind of conversations. */
export function mountConversation(app: App, kind: ConversationKind): void {
  const { context } = app;

  serve(app, kind.routes.connect, ({ viewer, params, query, request, reply }) =>
    openRoomStream(context, viewer, {
      ...params,
      from: query.from,
      kind,
      request: request.raw,
      response: reply.raw,
      hijack: () => reply.hijack(),
    }),
  );
  serve(app, kind.routes.messages, async ({ viewer, params, query }) => {
    const open =
      query.room === undefined
        ? context.live.findNewest(`user:${viewer.id}`, kind.streamPrefix)
        : undefined;
    const roomId = query.room ?? open?.route.slice(kind.streamPrefix.length);
    if (roomId === undefined) throw appError('no_open_room');
    const room = await getRoomRow(context, viewer, roomId, kind);
    if (query.after !== undefined) return listChanges(context, room, query.after);
    const page = await listMessages(context, room, { ...params, ...query });
    if (open !== undefined) context.live.publish(open.channel, { data: { type: 'load', ...page } });
    return page;
  });
  serve(app, kind.routes.send, async ({ viewer, params, body, files }) => ({
    message: await sendMessage(context, viewer, params.roomId, { ...body, files }, kind),
  }));
  serve(app, kind.routes.edit, async ({ viewer, params, body, files }) => ({
    message: await editMessage(context, viewer, params.id, { ...body, files }, kind),
  }));
  serve(app, kind.routes.remove, ({ viewer, params }) =>
    done(deleteMessage(context, viewer, params.id, kind)),
  );
  serve(app, kind.routes.read, ({ viewer, params, query }) =>
    done(readRoom(context, viewer, params.roomId, kind, query.upTo)),
  );
  serve(app, kind.routes.typing, ({ viewer, params }) =>
    done(notifyTyping(context, viewer, params.roomId, kind)),
  );
}
