import type * as groups from '@respa/contract/group-chats';
import { appError } from '@respa/contract/app-errors';
import { done, serve, type App } from '#platform/http/serve.ts';
import { deleteMessage, editMessage, listChanges, sendMessage } from '../messages/messages.ts';
import { listMessages } from '../messages/message-pages.ts';
import { getRoomRow, readRoom, notifyTyping } from './rooms.ts';
import { openRoomStream, roomRoute } from './room-streams.ts';

/**
 * The routes that private rooms and groups share. A room is served only by the API of its own kind.
 */
export type ConversationCalls = Pick<
  typeof groups,
  'connect' | 'messages' | 'send' | 'edit' | 'remove' | 'read' | 'typing'
>;

export function mountConversation(
  app: App,
  conversation: ConversationCalls,
  isGroup: boolean,
): void {
  const { context } = app;

  serve(app, conversation.connect, ({ viewer, params, request, reply }) =>
    openRoomStream(context, viewer, {
      ...params,
      isGroup,
      request: request.raw,
      response: reply.raw,
      hijack: () => reply.hijack(),
    }),
  );
  serve(app, conversation.messages, async ({ viewer, params, query }) => {
    const open =
      query.room === undefined
        ? context.live.findNewest(`user:${viewer.id}`, roomRoute(isGroup))
        : undefined;
    const roomId = query.room ?? open?.route.slice(roomRoute(isGroup).length);
    if (roomId === undefined) throw appError('no_open_room');
    await getRoomRow(context, viewer, roomId, isGroup);
    if (query.after !== undefined) return listChanges(context, roomId, query.after);
    const page = await listMessages(context, roomId, { ...params, ...query });
    if (open !== undefined) context.live.publish(open.channel, { data: { type: 'load', ...page } });
    return page;
  });
  serve(app, conversation.send, async ({ viewer, params, body, files }) => ({
    message: await sendMessage(context, viewer, params.roomId, { ...body, files }, isGroup),
  }));
  serve(app, conversation.edit, async ({ viewer, params, body, files }) => ({
    message: await editMessage(context, viewer, params.id, { ...body, files }, isGroup),
  }));
  serve(app, conversation.remove, ({ viewer, params }) =>
    done(deleteMessage(context, viewer, params.id, isGroup)),
  );
  serve(app, conversation.read, ({ viewer, params }) =>
    done(readRoom(context, viewer, params.roomId, isGroup)),
  );
  serve(app, conversation.typing, ({ viewer, params }) =>
    done(notifyTyping(context, viewer, params.roomId, isGroup)),
  );
}
