import type { AppContext } from '#platform/runtime/app-context.ts';
import { findMuters, findPerson, pickFriends } from '#features/people/service.ts';

/**
 * The newest friends to notify. The limit keeps a user with more friends from delaying everyone
 * else.
 */
const MAX_NOTIFIED = 5_000;

/**
 * Notifies the author's online friends whose feed shows the post that there is something new. Call
 * it after the commit.
 */
export async function notifyFriends(
  context: AppContext,
  authorId: string,
  postId: string,
): Promise<void> {
  if ((await findPerson(context.db, authorId))?.wall_for === 'nobody') return;
  const [friends, muters] = await Promise.all([
    pickFriends(context.db, authorId, { limit: MAX_NOTIFIED }),
    findMuters(context.db, authorId),
  ]);
  for (const { friend_id: friendId } of friends) {
    if (!muters.has(friendId))
      context.live.publish(`user:${friendId}`, { data: { type: 'friend-post', id: postId } });
  }
}
