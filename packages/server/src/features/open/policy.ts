import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { isGame } from '#features/catalogue/service.ts';
import { maySeeFile } from '#features/cloud/service.ts';
import { findOpenArticle, findOpenCommunity } from '#features/communities/service.ts';
import { admitsToWall, findPersonFor } from '#features/people/service.ts';
import { findOpenChannel, findOpenVideo } from '#features/videohost/service.ts';
import { countSeen, maySeePost, visibilityOf } from '#features/wall/service.ts';

/** Returns the wall owner if everyone reads the wall and it has posts for all; null otherwise. */
async function findOpenWall(context: AppContext, id: string) {
  const owner = await findPersonFor(context.db, id, null);
  const visitor = { isMember: false, isFriend: false };
  if (owner === undefined || !admitsToWall(owner.wall_for, visitor)) return null;
  const visibility = visibilityOf({ ...visitor, isAuthor: false, wallFor: owner.wall_for });
  const posts = countSeen(owner, visibility);
  return posts > 0 ? { owner, posts } : null;
}
const FINDERS = {
  community: findOpenCommunity,
  article: findOpenArticle,
  channel: findOpenChannel,
  video: findOpenVideo,
  wall: findOpenWall,
  post: async (context: AppContext, id: string) =>
    (await maySeePost(context, null, id)) ? { id } : null,
  game: async (context: AppContext, id: string) => ((await isGame(context, id)) ? { id } : null),
  file: async (context: AppContext, id: string) =>
    (await maySeeFile(context, null, id)) ? { id } : null,
} as const;
/** What has pages that may be open to everyone. */
export type OpenKind = keyof typeof FINDERS;
export const OPEN_KINDS = Object.keys(FINDERS) as OpenKind[];
type Found<Kind extends OpenKind> = NonNullable<Awaited<ReturnType<(typeof FINDERS)[Kind]>>>;

/**
 * Returns an object that everyone may read without signing in, or null: it is for members, or does
 * not exist. Calls, pages, feeds, site maps, players and media ask this function and nothing else.
 */
export async function findOpen<Kind extends OpenKind>(
  context: AppContext,
  kind: Kind,
  id: string,
): Promise<Found<Kind> | null> {
  if (!isId(id)) return null;
  return (await FINDERS[kind](context, id.toLowerCase())) as Found<Kind> | null;
}
/** Does the same as `findOpen`. Throws `not_found`, also for what is for members. */
export async function getOpen<Kind extends OpenKind>(
  context: AppContext,
  kind: Kind,
  id: string,
): Promise<Found<Kind>> {
  const found = await findOpen(context, kind, id);
  if (found === null) throw appError('not_found');
  return found;
}
