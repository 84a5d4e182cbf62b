import { invite } from '#features/chats/groups/group-members.ts';
import { createGroup, editGroup } from '#features/chats/groups/groups.ts';
import { sendMessage } from '#features/chats/messages/messages.ts';
import { editMessage } from '#features/chats/messages/message-editing.ts';
import { openRoomWith, readRoom } from '#features/chats/rooms/rooms.ts';
import { dateMessage } from '#features/chats/seed.ts';
import { GROUP, PRIVATE } from '#features/chats/service.ts';
import type { Players, Stage } from './stage.ts';

const NO_FILES = { image: [], video: [], audio: [], poster: [] };
const messageOf = async (
  { draw }: Stage,
  { text, pictures = [] }: { text: string; pictures?: readonly number[] },
) => ({ message: text, files: { ...NO_FILES, image: await draw('image', pictures, 960, 600) } });

/** Scenes of private conversations and of the group chat. */
export const CHATS: Players<
  'writes' | 'reads' | 'edits' | 'gathers' | 'brings' | 'names' | 'says' | 'looks in'
> = {
  async writes(stage, scene, at) {
    const { context, viewerOf, idOf, messages } = stage;
    const viewer = viewerOf(scene.who);
    const room = await openRoomWith(context, viewer, idOf(scene.whom));
    const draft = await messageOf(stage, scene);
    const message = await sendMessage(context, viewer, room._id, draft, PRIVATE);
    if (scene.key !== undefined) messages.set(scene.key, message._id);
    await dateMessage(context.db, message._id, at);
  },
  async reads({ context, viewerOf, idOf }, scene) {
    const viewer = viewerOf(scene.who);
    const room = await openRoomWith(context, viewer, idOf(scene.whom));
    await readRoom(context, viewer, room._id, PRIVATE);
  },
  async edits({ context, viewerOf, messages }, scene, at) {
    const id = messages.get(scene.message)!;
    const draft = { message: scene.text, files: NO_FILES };
    const { date } = await editMessage(context, viewerOf(scene.who), id, draft, PRIVATE);
    await dateMessage(context.db, id, new Date(date), at);
  },
  async gathers(stage, scene) {
    const { context, viewerOf, idOf, draw } = stage;
    const room = await createGroup(context, viewerOf(scene.who), {
      title: scene.title,
      description: scene.description,
      members: scene.whom.map(idOf),
      avatar: await draw('avatar', [scene.avatar], 320, 320),
    });
    stage.group = room._id;
  },
  brings: ({ context, viewerOf, idOf, group }, scene) =>
    invite(context, viewerOf(scene.who), group, idOf(scene.whom)),
  names: ({ context, viewerOf, group }, scene) =>
    editGroup(context, viewerOf(scene.who), group, { title: scene.title }),
  async says(stage, scene, at) {
    const { context, viewerOf, group } = stage;
    const draft = await messageOf(stage, scene);
    const message = await sendMessage(context, viewerOf(scene.who), group, draft, GROUP);
    await dateMessage(context.db, message._id, at);
  },
  'looks in': ({ context, viewerOf, group }, scene) =>
    readRoom(context, viewerOf(scene.who), group, GROUP),
};
