import type { Static } from 'typebox';
import type { OpenArticle, OpenCommunity } from '@respa/contract/open';
import { PAGE_SIZES } from '@respa/contract/limits';
import { readPage } from '#platform/database/paging.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherCounts } from '#features/reactions/service.ts';
import { findArticle, type ArticleRow } from './articles/article-queries.ts';
import { pickArticles } from './articles/article-list-queries.ts';
import { presentCommunityHead } from './present.ts';
import { findCommunity, type CommunityRow } from './queries.ts';

export { pickOpenCommunities, pickOpenArticles } from './open-queries.ts';
export type OpenRow = CommunityRow & { opened_at: Date };

/** Returns a community that everyone reads, or null. */
export async function findOpenCommunity(context: AppContext, id: string): Promise<OpenRow | null> {
  const row = await findCommunity(context.db, id, null);
  return row !== undefined && row.opened_at !== null ? { ...row, opened_at: row.opened_at } : null;
}
/** Returns a published article of a community that everyone reads, or null. */
export async function findOpenArticle(
  context: AppContext,
  id: string,
): Promise<{ article: ArticleRow; community: OpenRow } | null> {
  const article = await findArticle(context.db, id);
  if (article === undefined || article.state !== 'published') return null;
  const community = await findOpenCommunity(context, article.public_id);
  return community === null ? null : { article, community };
}

/** Presents a community to everyone: neither its people nor what waits in it. */
export const presentOpenCommunity = (row: OpenRow): Static<typeof OpenCommunity> => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  avatarUrl: row.avatar_url,
  bannerUrl: row.banner_url,
  subscribersCount: row.subscribers_count,
  postsCount: row.posts_count,
  date: row.created_at.toISOString(),
});
/** Presents articles of one community to everyone, without their authors. */
export async function presentOpenArticles(
  context: AppContext,
  community: OpenRow,
  rows: ArticleRow[],
): Promise<Static<typeof OpenArticle>[]> {
  const counts = await gatherCounts(
    context.db,
    null,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    _id: row.id,
    public: row.public_id,
    title: row.title,
    text: row.text,
    pictures: row.pictures,
    date: row.created_at.toISOString(),
    edited: row.edited_at?.toISOString() ?? null,
    pinned: row.is_pinned,
    likes: counts.get(row.id)?.likes ?? 0,
    head: presentCommunityHead(community),
  }));
}
/** Returns a page of a community that everyone reads: the pinned article, then the newest. */
export async function listOpenArticles(context: AppContext, community: OpenRow, before?: string) {
  const { rows, isLast } = await readPage(PAGE_SIZES.posts, (limit) =>
    pickArticles(context.db, community.id, { before, skip: 0, limit }),
  );
  return { articles: await presentOpenArticles(context, community, rows), isLast };
}
