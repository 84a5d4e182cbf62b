import type { Audience } from '@respa/contract/privacy';
import type { PostAudience } from '@respa/contract/wall';
import { admits } from '#features/people/service.ts';

/** How much of a person's posts somebody sees: none, those for all, those for friends too, or drafts as well. */
export type VisibilityCheck = 'nothing' | 'public' | 'friends' | 'everything';

/** Who somebody is to the owner of a wall. Whoever the owner blocks does not get this far: there is no such person for them. */
export function visibilityOf({
  isAuthor,
  isFriend,
  wallFor,
}: {
  isAuthor: boolean;
  isFriend: boolean;
  wallFor: Audience;
}): VisibilityCheck {
  if (isAuthor) return 'everything';
  if (!admits(wallFor, isFriend)) return 'nothing';
  return isFriend ? 'friends' : 'public';
}
/** Whether a post is within sight. */
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
/** How many posts of a wall are within sight; drafts are not on it. */
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
