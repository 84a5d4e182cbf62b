import type { FastifyReply, FastifyRequest } from 'fastify';
import * as chats from '@respa/contract/chats';
import { serve, type App } from '#platform/http/serve.ts';
import { encoderOf, type FindViewer } from '#features/media/service.ts';
import { encodeMessageClip } from './messages/media/clip-encoding.ts';
import {
  admitMessageUploads,
  sendMessageFile,
  type FindCloudFile,
} from './messages/media/message-files.ts';
import { mountChatExtras } from './messages/extras-routes.ts';
import { mountChatList } from './list/list-routes.ts';
import { mountScheduled } from './scheduled/scheduled-routes.ts';
import { mountGroups } from './groups/group-routes.ts';
import {
  countUnread,
  findRoomWith,
  getRoom,
  getRoomWith,
  listRooms,
  openRoomWith,
} from './rooms/rooms.ts';
import { mountBackgrounds } from './rooms/background-routes.ts';
import { GROUP, PRIVATE } from './rooms/conversation-kind.ts';
import { mountConversation } from './rooms/conversation-routes.ts';

/**
 * Mounts the conversations. `findMediaViewer` identifies a member by the media cookie, because a
 * download sends no bearer header; `findCloudFile` finds what they attach from their cloud.
 */
export async function mountChats(
  app: App,
  findMediaViewer: FindViewer,
  findCloudFile: FindCloudFile,
): Promise<void> {
  const { context, http } = app;
  context.chats.findCloudFile = findCloudFile;
  admitMessageUploads(context);
  http.route({
    method: ['GET', 'HEAD'],
    url: '/media/message-file/:id/:name',
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      sendMessageFile(
        context,
        request,
        reply,
        await findMediaViewer(request),
        request.params as { id: string; name: string },
      ),
  });

  serve(app, chats.rooms, ({ viewer, query }) => listRooms(context, viewer, query));
  serve(app, chats.unread, async ({ viewer }) => ({ count: await countUnread(context, viewer) }));
  serve(app, chats.checkRoom, async ({ viewer, params }) => {
    const room = await findRoomWith(context, viewer, params.userId);
    return { room, exists: room !== null };
  });
  serve(app, chats.createRoom, async ({ viewer, params }) => ({
    room: await openRoomWith(context, viewer, params.userId),
  }));
  serve(app, chats.getRoomId, async ({ viewer, params }) => ({
    room: await getRoomWith(context, viewer, params.userId),
  }));
  serve(app, chats.roomByUsers, async ({ viewer, params }) => ({
    room: await getRoomWith(context, viewer, params.userId),
  }));
  serve(app, chats.room, async ({ viewer, params }) => ({
    room: await getRoom(context, viewer, params.id),
  }));
  mountConversation(app, PRIVATE);
  mountConversation(app, GROUP);
  mountGroups(app);
  mountChatList(app);
  mountScheduled(app);
  mountChatExtras(app);
  mountBackgrounds(app);
  // A server that cannot do the job leaves it for one that can.
  if ((await encoderOf(context)) !== null)
    context.jobs.on('messages.encode', (job, stopping) =>
      encodeMessageClip(context, job, stopping),
    );
}
