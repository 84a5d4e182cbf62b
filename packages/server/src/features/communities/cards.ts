import { statement } from '#platform/database/db.ts';
import type { MentionItem } from '#features/people/service.ts';
import type { PostPicture } from '#features/media/service.ts';
import type { GatherCards } from '#features/sharing/service.ts';
import { presentCommunityHead } from './present.ts';
import { gatherCommunities } from './queries.ts';

type Row = {
  id: string;
  public_id: string;
  title: string;
  text: string;
  pictures: PostPicture[];
  mentions: MentionItem[];
  created_at: Date;
  is_repost: boolean;
};
const some = statement<Row, [ids: string[]]>(`
  select id, public_id, title, text, pictures, mentions, created_at, is_repost
  from public_posts
  where id = any($1::uuid[]) and state = 'published'
`);
/**
 * Returns published articles as cards, for reposts, bookmarks and the search. Every member may see
 * them.
 */
export const gatherArticleCards: GatherCards = async ({ db }, viewerId, ids) => {
  if (viewerId === null) return new Map();
  const rows = await some(db, ids);
  const communities = await gatherCommunities(db, viewerId, [
    ...new Set(rows.map((row) => row.public_id)),
  ]);
  return new Map(
    rows.flatMap((row) => {
      const community = communities.get(row.public_id);
      if (community === undefined) return [];
      return [
        [
          row.id,
          {
            kind: 'publicpost' as const,
            _id: row.id,
            head: presentCommunityHead(community),
            date: row.created_at.toISOString(),
            ...(row.title === '' ? {} : { title: row.title }),
            text: row.text,
            ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
            pictures: row.pictures,
            ...(row.is_repost ? { isRepost: true } : {}),
          },
        ],
      ];
    }),
  );
};
