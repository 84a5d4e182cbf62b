import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { findPackFor } from './policy.ts';

export { deleteStickerData, forgetUses, gatherSendable, noteUses, sweepStickers } from './uses.ts';
export { prepareGif, saveGif } from './gifs.ts';

/** Returns the owner of a pack; null if the viewer may not open it. */
export const findPackOwner = async (
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<string | null> =>
  isId(id) ? ((await findPackFor(context.db, viewerId, id))?.owner_id ?? null) : null;
