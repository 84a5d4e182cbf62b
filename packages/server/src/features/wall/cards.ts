import type { WallAudience } from '@respa/contract/privacy';
import type { PostAudience } from '@respa/contract/wall';
import { statement } from '#platform/database/db.ts';
import { gatherCards, presentHead, type MentionItem } from '#features/people/service.ts';
import type { PostPicture } from '#features/media/service.ts';
import { gatherPolls, pollPreview } from '#features/polls/service.ts';
import type { GatherCards } from '#features/sharing/service.ts';
import { isSeen, visibilityOf } from './policy.ts';

type Row = {
  id: string;
  author_id: string;
  text: string;
  pictures: PostPicture[];
  mentions: MentionItem[];
  created_at: Date;
  audience: PostAudience;
  is_draft: boolean;
  has_poll: boolean;
  is_repost: boolean;
  wall_for: WallAudience;
  is_friend: boolean;
};
const someFor = statement<Row, [ids: string[], viewerId: string | null]>(`
  select p.id, p.author_id, p.text, p.pictures, p.mentions, p.created_at, p.audience, p.is_draft, p.has_poll, p.is_repost,
    a.wall_for,
    exists (
      select
      from friendships
      where user_id = $2 and friend_id = p.author_id
    ) as is_friend
  from posts p
  join people a on a.id = p.author_id
  where p.id = any($1::uuid[])
    and not p.is_draft
    and not exists (
      select
      from blocks
      where (blocker_id = p.author_id and blocked_id = $2) or (blocker_id = $2 and blocked_id = p.author_id)
    )
`);
/**
 * Returns wall posts as cards, for reposts, bookmarks and the search: those that the viewer may
 * see, without drafts, and without posts of people whom the viewer blocks.
 */
export const gatherPostCards: GatherCards = async ({ db }, viewerId, ids) => {
  const rows = (await someFor(db, ids, viewerId)).filter((row) =>
    isSeen(
      row,
      visibilityOf({
        isAuthor: row.author_id === viewerId,
        isMember: viewerId !== null,
        isFriend: row.is_friend,
        wallFor: row.wall_for,
      }),
    ),
  );
  const [people, polls] = await Promise.all([
    gatherCards(db, [...new Set(rows.map((row) => row.author_id))]),
    gatherPolls(db, 'userpost', rows),
  ]);
  return new Map(
    rows.flatMap((row) => {
      const author = people.get(row.author_id);
      if (author === undefined) return [];
      return [
        [
          row.id,
          {
            kind: 'userpost' as const,
            _id: row.id,
            head: presentHead(author),
            date: row.created_at.toISOString(),
            text: row.text || pollPreview(polls.get(row.id)),
            ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
            pictures: row.pictures,
            ...(row.is_repost ? { isRepost: true } : {}),
          },
        ],
      ];
    }),
  );
};
