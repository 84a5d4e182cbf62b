import type { WallAudience } from '@respa/contract/privacy';
import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { toPreview, type DescribeObjects } from '#features/notifications/service.ts';
import { admitsToWall } from '#features/people/service.ts';

type Row = {
  id: string;
  user_id: string;
  picture: string;
  wall_for: WallAudience;
  is_friend: boolean;
};
const someFor = statement<Row, [ids: string[], viewerId: string]>(`
  select p.id,
    p.user_id,
    p.picture ->> 'name' as picture,
    a.wall_for,
    exists (
      select
      from friendships
      where user_id = $2 and friend_id = p.user_id
    ) as is_friend
  from photos p
  join people a on a.id = p.user_id
  where p.id = any($1::uuid[])
    and not exists (
      select
      from blocks
      where blocker_id = p.user_id and blocked_id = $2
    )
`);
/** Describes photos in notifications. */
export const previewPhotos =
  ({ db }: AppContext): DescribeObjects =>
  async (viewerId, ids) =>
    new Map(
      (await someFor(db, ids, viewerId))
        .filter(
          (row) =>
            row.user_id === viewerId ||
            admitsToWall(row.wall_for, { isMember: true, isFriend: row.is_friend }),
        )
        .map(({ id, picture }) => [id, toPreview({ folder: 'userphotos', picture })]),
    );
