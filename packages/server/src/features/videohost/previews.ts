import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { toPreview, type DescribeObjects } from '#features/notifications/service.ts';
import { maySee, roleOf } from './policy.ts';

type Row = {
  id: string;
  title: string;
  preview: string | null;
  state: string;
  audience: string;
  channel_name: string;
  admin_id: string;
  is_helper: boolean;
  isFriend: boolean;
  isBlocked: boolean;
};
const someFor = statement<Row, [ids: string[], viewerId: string]>(`
  select v.id,
    v.title,
    v.preview ->> 'name' as preview,
    v.state,
    v.audience,
    c.name as channel_name,
    c.admin_id,
    exists (
      select
      from channel_helpers
      where channel_id = c.id and user_id = $2
    ) as is_helper,
    exists (
      select
      from friendships
      where user_id = $2 and friend_id = v.owner_id
    ) as "isFriend",
    exists (
      select
      from blocks
      where blocker_id = v.owner_id and blocked_id = $2
    ) as "isBlocked"
  from videos v
  join video_channels c on c.id = v.channel_id
  where v.id = any($1::uuid[])
`);
/** Describes videos in notifications. */
export const previewVideos =
  ({ db }: AppContext): DescribeObjects =>
  async (viewerId, ids) =>
    new Map(
      (await someFor(db, ids, viewerId))
        .filter((row) => maySee(roleOf(viewerId, row), row))
        .map(({ id, title, preview, channel_name }) => [
          id,
          toPreview({
            name: channel_name,
            text: title,
            folder: 'videopreviews',
            picture: preview,
          }),
        ]),
    );
