import type * as groups from '@respa/contract/groups';
import { fault } from '@respa/contract/faults';
import { done, serve, type House } from '#platform/serve.ts';
import { deleteMessage, editMessage, listChanges, sendMessage } from './messages.ts';
import { listMessages } from './pages.ts';
import { getRoomRow, readRoom, tellTyping } from './rooms.ts';
import { openRoomStream, placeOf } from './streams.ts';

/** The calls that private rooms and groups have alike; a room answers on its own face only. */
export type TalkCalls = Pick<
  typeof groups,
  'connect' | 'messages' | 'send' | 'edit' | 'remove' | 'read' | 'typing'
>;

export function mountTalk(house: House, talk: TalkCalls, isGroup: boolean): void {
  const { ground } = house;

  serve(house, talk.connect, ({ viewer, params, request, reply }) =>
    openRoomStream(ground, viewer, {
      ...params,
      isGroup,
      request: request.raw,
      response: reply.raw,
      hijack: () => reply.hijack(),
    }),
  );
  serve(house, talk.messages, async ({ viewer, params, query }) => {
    const open =
      query.room === undefined
        ? ground.live.findNewest(`user:${viewer.id}`, placeOf(isGroup))
        : undefined;
    const roomId = query.room ?? open?.place.slice(placeOf(isGroup).length);
    if (roomId === undefined) throw fault('no_open_room');
    await getRoomRow(ground, viewer, roomId, isGroup);
    if (query.after !== undefined) return listChanges(ground, roomId, query.after);
    const page = await listMessages(ground, roomId, { ...params, ...query });
    if (open !== undefined) ground.live.publish(open.channel, { data: { type: 'load', ...page } });
    return page;
  });
  serve(house, talk.send, async ({ viewer, params, body, files }) => ({
    message: await sendMessage(ground, viewer, params.roomId, { ...body, files }, isGroup),
  }));
  serve(house, talk.edit, async ({ viewer, params, body, files }) => ({
    message: await editMessage(ground, viewer, params.id, { ...body, files }, isGroup),
  }));
  serve(house, talk.remove, ({ viewer, params }) =>
    done(deleteMessage(ground, viewer, params.id, isGroup)),
  );
  serve(house, talk.read, ({ viewer, params }) =>
    done(readRoom(ground, viewer, params.roomId, isGroup)),
  );
  serve(house, talk.typing, ({ viewer, params }) =>
    done(tellTyping(ground, viewer, params.roomId, isGroup)),
  );
}
