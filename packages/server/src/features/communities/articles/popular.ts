import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { pickPopular } from './article-list-queries.ts';
import { showArticles } from './articles.ts';
import type { ShownArticle } from '../present.ts';

/**
 * Returns articles of communities that the viewer does not read, the most liked and discussed
 * first, with their scores. `since` is the lowest id, `read` the number of articles considered.
 */
export async function listPopular(
  context: AppContext,
  viewer: Viewer,
  page: { since: string; read: number; limit: number },
): Promise<{ article: ShownArticle; score: number }[]> {
  const rows = await pickPopular(context.db, viewer.id, page);
  const scores = new Map(rows.map(({ id, score }) => [id, score]));
  const articles = await showArticles(context, viewer, rows, { slim: true, isStaff: () => false });
  return articles.map((article) => ({ article, score: scores.get(article._id)! }));
}
