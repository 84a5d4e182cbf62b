import type { Static } from 'typebox';
import type { PollHead } from '@respa/contract/polls';
import type { Post } from '@respa/contract/wall';
import type { ShownLink } from '#features/links/service.ts';
import type { ShownVideo } from '#features/posts/service.ts';
import { presentHead, type CardRow } from '#features/people/service.ts';
import type { Counts } from '#features/reactions/service.ts';
import type { PostRow } from './queries.ts';

export type Shown = Static<typeof Post>;

export const presentPost = (
  row: PostRow,
  author: CardRow,
  { likes, comments, liked, reactions, shares }: Counts,
  around: {
    poll: PollHead | null;
    link: ShownLink | undefined;
    mayComment: boolean;
    video: ShownVideo | undefined;
  },
): Shown => ({
  _id: row.id,
  user: row.author_id,
  title: row.text,
  images: row.pictures.map((picture) => picture.name),
  pictures: row.pictures,
  date: row.created_at.toISOString(),
  likes,
  comments,
  liked,
  reactions,
  ...(shares === undefined ? {} : { shares }),
  head: presentHead(author),
  edited: row.edited_at?.toISOString() ?? null,
  pinned: row.is_pinned,
  audience: row.audience,
  draft: row.is_draft,
  poll: around.poll,
  ...(around.link === undefined ? {} : { link: around.link }),
  commentsFor: row.comments_for,
  mayComment: around.mayComment,
  publishAt: row.publish_at?.toISOString() ?? null,
  ...(row.video_id === null ? {} : { video: around.video ?? null }),
  ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
});
