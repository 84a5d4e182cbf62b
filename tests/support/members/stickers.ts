import * as chats from '@respa/contract/chats';
import * as stickers from '@respa/contract/stickers';
import type { ReplyOf } from '@respa/contract/route';
import type { Caller } from '../driver.ts';
import { movingPicture, picture } from '../files/pictures.ts';

type Pack = ReplyOf<typeof stickers.create>['pack'];
/** Creates a pack with one picture. Returns the ids of both. */
export async function makePack(
  who: Caller,
  kind: stickers.PackKind = 'sticker',
): Promise<{ packId: string; stickerId: string }> {
  const { pack } = await who.call(stickers.create, { body: { title: 'Коты', kind } });
  return { packId: pack._id, stickerId: await addSticker(who, pack._id) };
}
/** Adds a picture to an own pack. Returns its id. */
export async function addSticker(who: Caller, packId: string): Promise<string> {
  const { pack } = await who.call(stickers.addImages, {
    params: { id: packId },
    body: { emoji: '🐱' },
    files: { file: [await picture('png')] },
  });
  return pack.stickers.at(-1)!._id;
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

export const createPack = async (
  who: Caller,
  kind: stickers.PackKind = 'sticker',
  title = 'Коты',
): Promise<Pack> => (await who.call(stickers.create, { body: { title, kind } })).pack;
/** Adds pictures to an own pack, one if none are given. */
export const fillPack = async (
  who: Caller,
  id: string,
  emoji = '🐱',
  files?: Blob[],
): Promise<Pack> =>
  (
    await who.call(stickers.addImages, {
      params: { id },
      body: { emoji },
      files: { file: files ?? [await picture('png')] },
    })
  ).pack;
/** Creates a pack with one picture. */
export const makeFullPack = async (
  who: Caller,
  kind: stickers.PackKind = 'sticker',
  emoji = '🐱',
): Promise<Pack> => fillPack(who, (await createPack(who, kind))._id, emoji);
