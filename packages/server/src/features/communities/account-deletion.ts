import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { After } from '#platform/database/transaction.ts';
import { clearMediaOwner, namesOf, removeMedia } from '#features/media/service.ts';
import { takeProposals } from './articles/article-queries.ts';
import type { CommunityRow } from './queries.ts';
import { dropCommunity } from './communities.ts';
import { transferToSuccessor } from './staff/staff.ts';
import { deleteSubscriptionsOf } from './staff/subscription-queries.ts';

/**
 * Deletes a user's community data on account deletion: their subscriptions are no longer counted,
 * their pending proposals are deleted, and articles they wrote for communities stay, without an
 * author. A community that they led passes to its longest-serving editor, else to its first
 * subscriber, and is deleted if there is neither.
 */
export async function deleteCommunityData(
  context: AppContext,
  tx: Tx,
  after: After,
  userId: string,
): Promise<void> {
  const { rows: led } = await sql<CommunityRow>`
      select *
      from publics
      where admin_id = ${userId}
      order by id
      for no key update
    `.execute(tx);
  await deleteSubscriptionsOf(tx, userId);
  for (const { pictures } of await takeProposals(tx, userId))
    await removeMedia(context, tx, after, 'publicposts', namesOf(pictures));
  await tx.deleteFrom('public_editors').where('user_id', '=', userId).execute();
  for (const community of led)
    if (!(await transferToSuccessor(context, tx, after, community, userId)))
      await dropCommunity(context, tx, after, community);
  await clearMediaOwner(tx, userId, ['publicposts', 'publicavatars', 'publicbanners']);
}
