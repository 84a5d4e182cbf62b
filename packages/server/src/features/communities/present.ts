import type { Static } from 'typebox';
import type { PollHead } from '@respa/contract/polls';
import type { PostHead } from '@respa/contract/person';
import type { Article, CommunityCard } from '@respa/contract/communities';
import type { Comment } from '@respa/contract/reactions';
import { namesOf } from '#features/media/service.ts';
import type { ShownLink } from '#features/links/service.ts';
import { presentHead, type CardRow as PersonRow } from '#features/people/service.ts';
import type { Counts } from '#features/reactions/service.ts';
import type { ArticleRow } from './articles/article-queries.ts';
import type { CardRow } from './queries.ts';

export type ShownCard = Static<typeof CommunityCard>;
export type ShownArticle = Static<typeof Article>;

export const presentCommunity = (row: CardRow & { is_subscriber: boolean }): ShownCard => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  avatarUrl: row.avatar_url,
  subscribersCount: row.subscribers_count,
  isSubscriber: row.is_subscriber,
});
/** Returns the header above an article: the community in place of a person. */
export const presentCommunityHead = ({
  id,
  name,
  avatar_url: avatarUrl,
}: CardRow): Static<typeof PostHead> => ({ id, name, surname: '', avatarUrl });
type Around = {
  community: CardRow;
  author: PersonRow | null;
  counts: Counts;
  comments: Static<typeof Comment>[];
  mayEdit: boolean;
  poll: PollHead | null;
  link: ShownLink | undefined;
  mayComment: boolean;
};
export const presentArticle = (
  row: ArticleRow,
  { community, author, counts, comments, mayEdit, poll, link, mayComment }: Around,
): ShownArticle => ({
  _id: row.id,
  public: row.public_id,
  title: row.title,
  text: row.text,
  images: namesOf(row.pictures),
  pictures: row.pictures,
  date: row.created_at.toISOString(),
  likes: counts.likes,
  liked: counts.liked,
  reactions: counts.reactions,
  ...(counts.shares === undefined ? {} : { shares: counts.shares }),
  comments,
  commentsCount: counts.comments,
  head: presentCommunityHead(community),
  edited: row.edited_at?.toISOString() ?? null,
  pinned: row.is_pinned,
  state: row.state,
  publishAt: row.publish_at?.toISOString() ?? null,
  author: author === null ? null : presentHead(author),
  isProposal: row.is_proposal,
  mayEdit,
  poll,
  commentsFor: row.comments_for,
  mayComment,
  ...(link === undefined ? {} : { link }),
  ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
});
