import type { Ground } from '#platform/ground.ts';
import { pickFriends } from '#features/people/service.ts';

/** So many newest friends are told; whoever has more is not waited for by all of them. */
const MOST_TOLD = 5_000;

/** Tells the author's friends who are looking that there is something new to read; to be called when it is committed. */
export async function tellFriends(ground: Ground, authorId: string, postId: string): Promise<void> {
  for (const { friend_id: friendId } of await pickFriends(ground.db, authorId, { limit: MOST_TOLD })) {
    ground.live.publish(`user:${friendId}`, { data: { type: 'friend-post', id: postId } });
  }
}
