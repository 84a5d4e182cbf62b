import { appError } from '@respa/contract/app-errors';
import type { StyledPart } from '@respa/contract/formatting';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { gatherSendable, prepareGif, saveGif } from '#features/stickers/service.ts';
import { FOLDERS, itemOf, type PreparedMedia } from './attachments.ts';
import { findReadable } from '../message-lookups.ts';
import type { MediaItem, MessageRow } from '../message-rows.ts';

const EMOJI = /^\p{RGI_Emoji}$/v;

/** Returns the ids of the pictures of packs in a message: its sticker and its custom emoji. */
export const stickerIdsOf = ({
  media,
  formatting,
}: Pick<MessageRow, 'media' | 'formatting'>): string[] => [
  ...new Set([
    ...media.flatMap(({ sticker }) => sticker ?? []),
    ...formatting.flatMap(({ emoji }) => emoji ?? []),
  ]),
];
/**
 * Returns the media of a message that is a sticker. Throws `bad_input` if it has words or files
 * too, `not_found`, `pack_not_added`.
 */
export async function planSticker(
  context: AppContext,
  viewer: Viewer,
  id: string | undefined,
  isAlone: boolean,
): Promise<MediaItem[]> {
  if (id === undefined) return [];
  if (!isAlone) throw appError('bad_input', { text: 'Стикер отправляется отдельным сообщением.' });
  const key = id.toLowerCase();
  const found = await gatherSendable(context, viewer.id, { ids: [key], kind: 'sticker' });
  const { pack_id: pack, emoji, picture } = found.get(key)!;
  return [
    {
      kind: 'sticker',
      ...picture,
      duration: 0,
      title: emoji,
      sticker: key,
      ...(pack === null ? {} : { pack }),
    },
  ];
}
/** Prepares a saved GIF as a picture of a message. Throws `not_found`, `no_space`. */
export const prepareSavedGif = async (
  context: AppContext,
  viewer: Viewer,
  id: string | undefined,
): Promise<PreparedMedia[]> =>
  id === undefined ? [] : [itemOf('image', await prepareGif(context, viewer, id, FOLDERS.image))];
/**
 * Returns the formatting with the files of its custom emoji. `kept` are ids that the message shows
 * already. Throws `bad_input` if a custom emoji does not cover an emoji, `not_found`,
 * `pack_not_added`.
 */
export async function findEmoji(
  context: AppContext,
  viewer: Viewer,
  text: string,
  parts: StyledPart[],
  kept: string[] = [],
): Promise<StyledPart[]> {
  const ids = new Set<string>();
  for (const { style, emoji, offset, length } of parts) {
    if (style !== 'emoji') continue;
    if (emoji === undefined || !EMOJI.test(text.slice(offset, offset + length)))
      throw appError('bad_input', { text: 'Своё эмодзи стоит не на месте эмодзи.' });
    ids.add(emoji);
  }
  if (ids.size === 0) return parts;
  const found = await gatherSendable(context, viewer.id, { ids: [...ids], kind: 'emoji', kept });
  return parts.map((part) =>
    part.emoji === undefined ? part : { ...part, image: found.get(part.emoji)!.picture.name },
  );
}
/**
 * Saves an animated picture of a message for a member of its room. Throws `not_found`,
 * `not_moving`, `too_many_gifs`, `storage_full`, `no_space`.
 */
export async function saveMessageGif(
  context: AppContext,
  viewer: Viewer,
  { message: id, name }: { message: string; name: string },
) {
  const message = await findReadable(context.db, id, viewer.id);
  const item = message?.media.find((one) => one.kind === 'image' && one.name === name);
  if (item === undefined) throw appError('not_found');
  if (item.moving !== true) throw appError('not_moving');
  const { width, height, thumbhash } = item;
  return saveGif(context, viewer, FOLDERS.image, { name, width, height, thumbhash });
}
