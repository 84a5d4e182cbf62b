import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import { findLeader, maySeeArticle } from '#features/communities/service.ts';
import { findPersonFor } from '#features/people/service.ts';
import { isChannel, isForMembers } from '#features/videohost/service.ts';
import type { OpenKind } from './policy.ts';

const CHECKS: Partial<Record<OpenKind, (context: AppContext, id: string) => Promise<boolean>>> = {
  community: async (context, id) => (await findLeader(context, id)) !== null,
  article: (context, id) => maySeeArticle(context, null, id),
  channel: isChannel,
  video: isForMembers,
  wall: async (context, id) => (await findPersonFor(context.db, id, null)) !== undefined,
};
/**
 * Returns whether every member may see an object, so that its page exists although it tells a
 * visitor nothing. What only some members may see counts as absent.
 */
export const isSeenByMembers = async (
  context: AppContext,
  kind: OpenKind,
  id: string,
): Promise<boolean> => isId(id) && (await CHECKS[kind]?.(context, id)) === true;
