import type { PostAudience } from '@respa/contract/wall';
import type { WallAudience } from '@respa/contract/privacy';
import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { READ_LENGTH, toPreview, type DescribeObjects } from '#features/notifications/service.ts';
import { gatherPolls, pollPreview } from '#features/polls/service.ts';
import { isSeen, visibilityOf } from './policy.ts';

type Row = {
  id: string;
  author_id: string;
  text: string;
  picture: string | null;
  has_poll: boolean;
  is_draft: boolean;
  audience: PostAudience;
  wall_for: WallAudience;
  is_friend: boolean;
};
const someFor = statement<Row, [ids: string[], viewerId: string]>(`
  select p.id,
    p.author_id,
    left(p.text, ${READ_LENGTH}) as text,
    p.pictures -> 0 ->> 'name' as picture,
    p.is_draft,
    p.has_poll,
    p.audience,
    a.wall_for,
    exists (
      select
      from friendships
      where user_id = $2 and friend_id = p.author_id
    ) as is_friend
  from posts p
  join people a on a.id = p.author_id
  where p.id = any($1::uuid[])
    and not exists (
      select
      from blocks
      where blocker_id = p.author_id and blocked_id = $2
    )
`);
/** Describes wall posts in notifications. */
export const previewPosts =
  ({ db }: AppContext): DescribeObjects =>
  async (viewerId, ids) => {
    const rows = (await someFor(db, ids, viewerId)).filter((row) =>
      isSeen(
        row,
        visibilityOf({
          isAuthor: row.author_id === viewerId,
          isMember: true,
          isFriend: row.is_friend,
          wallFor: row.wall_for,
        }),
      ),
    );
    const polls = await gatherPolls(db, 'userpost', rows);
    return new Map(
      rows.map(({ id, text, picture }) => [
        id,
        toPreview({ text: text || pollPreview(polls.get(id)), folder: 'userposts', picture }),
      ]),
    );
  };
