import type { AppContext } from '#platform/runtime/app-context.ts';
import { findMuters, findPerson, pickFriends } from '#features/people/service.ts';

/** So many newest friends are told; whoever has more is not waited for by all of them. */
const MAX_NOTIFIED = 5_000;

/** Tells the author's friends who are looking, and whose feed shows it, that there is something new to read; to be called when it is committed. */
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
