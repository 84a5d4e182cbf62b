import * as chats from '@respa/contract/chats';
import { fault } from '@respa/contract/faults';
import { serve, type House } from '#platform/serve.ts';
import { deleteMessage, editMessage, listChanges, sendMessage } from './messages.ts';
import { mountChatExtras } from './extras-routes.ts';
import { listMessages } from './pages.ts';
import { countUnread, findRoomWith, getRoom, getRoomRow, getRoomWith, listRooms, openRoomWith, readRoom, tellTyping } from './rooms.ts';
import { makeOpenRooms, openRoomStream } from './streams.ts';

export function mountChats(house: House): void {
  const { ground } = house;
  const openRooms = makeOpenRooms();
  mountChatExtras(house);

  serve(house, chats.rooms, ({ viewer, query }) => listRooms(ground, viewer, query));
  serve(house, chats.unread, async ({ viewer }) => ({ count: await countUnread(ground, viewer) }));
  serve(house, chats.checkRoom, async ({ viewer, params }) => {
    const room = await findRoomWith(ground, viewer, params.userId);
    return { room, exists: room !== null };
  });
  serve(house, chats.createRoom, async ({ viewer, params }) => ({ room: await openRoomWith(ground, viewer, params.userId) }));
  serve(house, chats.getRoomId, async ({ viewer, params }) => ({ room: await getRoomWith(ground, viewer, params.userId) }));
  serve(house, chats.roomByUsers, async ({ viewer, params }) => ({ room: await getRoomWith(ground, viewer, params.userId) }));
  serve(house, chats.room, async ({ viewer, params }) => ({ room: await getRoom(ground, viewer, params.id) }));

  serve(house, chats.connect, ({ viewer, params, request, reply }) => openRoomStream(ground, viewer, openRooms, {
    ...params, request: request.raw, response: reply.raw, hijack: () => reply.hijack(),
  }));
  serve(house, chats.messages, async ({ viewer, params, query }) => {
    const open = query.room === undefined ? openRooms.newest(viewer.id) : undefined;
    const roomId = query.room ?? open?.roomId;
    if (roomId === undefined) throw fault('no_open_room');
    await getRoomRow(ground, viewer, roomId);
    if (query.after !== undefined) return listChanges(ground, roomId, query.after);
    const page = await listMessages(ground, roomId, { ...params, ...query });
    open?.stream.send({ data: { type: 'load', ...page } });
    return page;
  });
  serve(house, chats.send, async ({ viewer, params, body, files }) => ({ message: await sendMessage(ground, viewer, params.roomId, { ...body, files }) }));
  serve(house, chats.edit, async ({ viewer, params, body, files }) => ({ message: await editMessage(ground, viewer, params.id, { ...body, files }) }));
  serve(house, chats.remove, async ({ viewer, params }) => {
    await deleteMessage(ground, viewer, params.id);
    return { ok: true };
  });
  serve(house, chats.read, async ({ viewer, params }) => {
    await readRoom(ground, viewer, params.roomId);
    return { ok: true };
  });
  serve(house, chats.typing, async ({ viewer, params }) => {
    await tellTyping(ground, viewer, params.roomId);
    return { ok: true };
  });
}
