import type { ArticleState } from '@respa/contract/communities';
import { statement } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { READ_LENGTH, toPreview, type DescribeObjects } from '#features/notifications/service.ts';
import { gatherPolls, pollPreview } from '#features/polls/service.ts';
import { gatherCommunities } from './queries.ts';

type Row = {
  id: string;
  name: string;
  title: string;
  text: string;
  picture: string | null;
  state: ArticleState;
  is_own: boolean;
  is_staff: boolean;
  has_poll: boolean;
};
const someFor = statement<Row, [ids: string[], viewerId: string]>(`
  select a.id,
    p.name,
    a.title,
    left(a.text, ${READ_LENGTH}) as text,
    a.pictures -> 0 ->> 'name' as picture,
    a.state,
    a.has_poll,
    a.author_id is not distinct from $2 as is_own,
    (
      p.admin_id = $2
      or exists (
        select
        from public_editors e
        where e.public_id = p.id and e.user_id = $2
      )
    ) as is_staff
  from public_posts a
  join publics p on p.id = a.public_id
  where a.id = any($1::uuid[])
`);
/** Describes articles in notifications: those that `findSeen` would return. */
export const previewArticles =
  ({ db }: AppContext): DescribeObjects =>
  async (viewerId, ids) => {
    const rows = (await someFor(db, ids, viewerId)).filter(
      ({ state, is_staff, is_own }) =>
        state === 'published' || is_staff || (state === 'proposed' && is_own),
    );
    const polls = await gatherPolls(db, 'publicpost', rows);
    return new Map(
      rows.map(({ id, name, title, text, picture }) => [
        id,
        toPreview({
          name,
          text: title || text || pollPreview(polls.get(id)),
          folder: 'publicposts',
          picture,
        }),
      ]),
    );
  };
/** Describes communities in notifications; every member may see them. */
export const previewCommunities =
  ({ db }: AppContext): DescribeObjects =>
  async (viewerId, ids) =>
    new Map(
      [...(await gatherCommunities(db, viewerId, ids)).values()].map(({ id, name, avatar_url }) => [
        id,
        toPreview({ name, folder: 'publicavatars', picture: avatar_url }),
      ]),
    );
