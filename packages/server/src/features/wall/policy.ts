import type { WallAudience } from '@respa/contract/privacy';
import type { PostCommenters } from '@respa/contract/post-options';
import type { PostAudience } from '@respa/contract/wall';
import { admitsToWall } from '#features/people/service.ts';

/**
 * How much of a person's posts a user sees: none, those for all, those for friends too, or drafts
 * as well.
 */
export type VisibilityCheck = 'nothing' | 'public' | 'friends' | 'everything';

/**
 * Returns what someone sees of an owner's wall; a visitor is no member. A user whom the owner
 * blocks does not get this far: the owner does not exist for them.
 */
export function visibilityOf({
  isAuthor,
  isMember,
  isFriend,
  wallFor,
}: {
  isAuthor: boolean;
  isMember: boolean;
  isFriend: boolean;
  wallFor: WallAudience;
}): VisibilityCheck {
  if (isAuthor) return 'everything';
  if (!admitsToWall(wallFor, { isMember, isFriend })) return 'nothing';
  return isFriend ? 'friends' : 'public';
}
/** Returns whether a post is visible. */
export function isSeen(
  post: { is_draft: boolean; audience: PostAudience },
  visibility: VisibilityCheck,
): boolean {
  if (visibility === 'everything') return true;
  return (
    !post.is_draft &&
    (visibility === 'friends' || (visibility === 'public' && post.audience === 'all'))
  );
}
/** Returns whether a member who sees a post may comment on it. */
export const mayComment = (
  post: { author_id: string; comments_for: PostCommenters },
  viewerId: string,
  isFriend: boolean,
): boolean =>
  post.comments_for === 'all' ||
  (post.comments_for === 'friends' && (isFriend || post.author_id === viewerId));
/** Returns how many posts of a wall are visible; drafts are not on it. */
export const countSeen = (
  owner: { posts_count: number; friends_posts_count: number },
  visibility: VisibilityCheck,
): number =>
  ({
    nothing: 0,
    public: owner.posts_count - owner.friends_posts_count,
    friends: owner.posts_count,
    everything: owner.posts_count,
  })[visibility];
