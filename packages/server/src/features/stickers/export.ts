import { STICKERS } from '@respa/contract/limits';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherStored } from '#features/media/service.ts';
import { GIF_FOLDER } from './gifs.ts';
import { pickGifs, type GifRow } from './gif-queries.ts';
import { FOLDER } from './packs.ts';
import { pickAdded, pickOwn, pickStickers } from './queries.ts';

/** Yields a user's own packs with their pictures, and the packs of others that they have added. */
export async function* exportPacks(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for (const { id, kind, title, is_added: isAdded } of await pickOwn(db, userId, STICKERS.each)) {
    const stickers = await pickStickers(db, id, STICKERS.inPack);
    yield {
      row: {
        id,
        kind,
        title,
        isMine: true,
        isAdded,
        stickers: stickers.map(({ emoji, picture }) => ({ emoji, file: picture.name })),
      },
      media: stickers.map(({ picture }) => [FOLDER, picture.name] as const),
    };
  }
  for (const { id, kind, title, owner_id: ownerId } of await pickAdded(db, userId, STICKERS.added))
    if (ownerId !== userId)
      yield { row: { id, kind, title, isMine: false, isAdded: true }, media: [] };
}
/** Yields a user's saved GIFs, newest first. */
export async function* exportGifs(
  context: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for await (const page of everyPage((last: GifRow | undefined, limit) =>
    pickGifs(context.db, userId, { before: last?.id, limit }),
  )) {
    const names = page.map(({ picture }) => picture.name);
    const stored = await gatherStored(context, GIF_FOLDER, names);
    for (const { id, saved_at: saved, picture } of page) {
      const place = stored.get(picture.name);
      yield {
        row: { id, saved, file: picture.name },
        media: place === undefined ? [] : [[...place, `gifs/${picture.name}`] as const],
      };
    }
  }
}
