import type { Static } from 'typebox';
import type { PollHead } from '@respa/contract/polls';
import type { Post } from '@respa/contract/wall';
import type { ShownLink } from '#features/links/service.ts';
import type { ShownVideo } from '#features/posts/service.ts';
import { presentHead, type CardRow } from '#features/people/service.ts';
import type { Counts } from '#features/reactions/service.ts';
import type { PostRow } from './queries.ts';

export type Shown = Static<typeof Post>;

/**
 * Returns a post as its readers see it. What only some posts have is assigned, which is cheaper
 * than spreading it.
 */
export function presentPost(
  row: PostRow,
  author: CardRow,
  { likes, comments, liked, reactions, shares }: Counts,
  around: {
    poll: PollHead | null;
    link: ShownLink | undefined;
    mayComment: boolean;
    video: ShownVideo | undefined;
    repost: Shown['repost'];
  },
): Shown {
  const shown: Shown = {
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
    head: presentHead(author),
    edited: row.edited_at === null ? null : row.edited_at.toISOString(),
    pinned: row.is_pinned,
    audience: row.audience,
    draft: row.is_draft,
    poll: around.poll,
    commentsFor: row.comments_for,
    mayComment: around.mayComment,
    publishAt: row.publish_at === null ? null : row.publish_at.toISOString(),
  };
  if (shares !== undefined) shown.shares = shares;
  if (around.link !== undefined) shown.link = around.link;
  if (row.video_id !== null) shown.video = around.video ?? null;
  if (row.mentions.length > 0) shown.mentions = row.mentions;
  if (around.repost !== undefined) shown.repost = around.repost;
  return shown;
}
