import type { Tx } from '#platform/database/db.ts';
import type { After } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { findPerson, findRelations } from '#features/people/service.ts';
import { addRepost, findOwner, type Ref } from '#features/sharing/service.ts';
import { isSeen, visibilityOf } from './policy.ts';
import type { PostRow } from './queries.ts';

/**
 * Makes a new post a repost. The author of the original is notified if they may see the post.
 */
export async function shareIn(
  context: AppContext,
  tx: Tx,
  after: After,
  post: PostRow,
  of: Ref,
): Promise<void> {
  const [ownerId, sharer] = [await findOwner(tx, of.id), await findPerson(tx, post.author_id)];
  const isTold =
    ownerId !== null &&
    ownerId !== post.author_id &&
    sharer !== undefined &&
    isSeen(
      post,
      visibilityOf({
        isAuthor: false,
        isMember: true,
        isFriend: (await findRelations(tx, post.author_id, [ownerId])).get(ownerId) === 'friends',
        wallFor: sharer.wall_for,
      }),
    );
  await addRepost(context, tx, after, {
    container: { kind: 'userpost', id: post.id },
    of,
    toldBy: isTold ? post.author_id : null,
  });
}
