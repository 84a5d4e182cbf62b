import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/groups';
import { serve, type House } from '#platform/serve.ts';
import { mountChatExtras } from './extras-routes.ts';
import { mountGroups } from './group-routes.ts';
import {
  countUnread,
  findRoomWith,
  getRoom,
  getRoomWith,
  listRooms,
  openRoomWith,
} from './rooms.ts';
import { mountTalk } from './talk-routes.ts';

export function mountChats(house: House): void {
  const { ground } = house;

  serve(house, chats.rooms, ({ viewer, query }) => listRooms(ground, viewer, query));
  serve(house, chats.unread, async ({ viewer }) => ({ count: await countUnread(ground, viewer) }));
  serve(house, chats.checkRoom, async ({ viewer, params }) => {
    const room = await findRoomWith(ground, viewer, params.userId);
    return { room, exists: room !== null };
  });
  serve(house, chats.createRoom, async ({ viewer, params }) => ({
    room: await openRoomWith(ground, viewer, params.userId),
  }));
  serve(house, chats.getRoomId, async ({ viewer, params }) => ({
    room: await getRoomWith(ground, viewer, params.userId),
  }));
  serve(house, chats.roomByUsers, async ({ viewer, params }) => ({
    room: await getRoomWith(ground, viewer, params.userId),
  }));
  serve(house, chats.room, async ({ viewer, params }) => ({
    room: await getRoom(ground, viewer, params.id),
  }));
  mountTalk(house, chats, false);
  mountTalk(house, groups, true);
  mountGroups(house);
  mountChatExtras(house);
}
