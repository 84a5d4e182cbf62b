import * as chats from '@respa/contract/chats';
import * as stickers from '@respa/contract/stickers';
import type { Caller } from '../driver.ts';
import { movingPicture, picture } from '../files/pictures.ts';

/** Creates a pack with one picture. Returns the ids of both. */
export async function makePack(
  who: Caller,
  kind: stickers.PackKind = 'sticker',
): Promise<{ packId: string; stickerId: string }> {
  const { pack } = await who.call(stickers.create, { body: { title: 'Коты', kind } });
  const filled = await who.call(stickers.addImages, {
    params: { id: pack._id },
    body: { emoji: '🐱' },
    files: { file: [await picture('png')] },
  });
  return { packId: pack._id, stickerId: filled.pack.stickers[0]!._id };
}
/** Sends an animated picture to a room and saves it. Returns the id of the saved one. */
export async function makeGif(who: Caller, roomId: string): Promise<string> {
  const { message } = await who.call(chats.send, {
    params: { roomId },
    body: {},
    files: { image: [await movingPicture()] },
  });
  const { name } = message.pictures[0]!;
  return (await who.call(stickers.saveGif, { body: { message: message._id, name } })).gif._id;
}
