import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { namesOf, removeMedia } from '#features/media/service.ts';
import { notify, withdraw } from '#features/notifications/service.ts';
import { deleteObjects } from '#features/reactions/service.ts';
import * as queries from './article-queries.ts';
import { getSeen } from './articles.ts';
import { assertMay, roleOf, runs } from '../policy.ts';
import { addToCounter } from '../queries.ts';
import { communityChannel } from '../communities.ts';
import { ARTICLE_FOLDER, notifyChanged, lockSeen } from './publishing.ts';

/**
 * Deletes an article with its pictures, likes, comments and notices. The author may delete their
 * own proposal; if staff delete it, the author is notified. Throws `not_found`, also on a second
 * call; `forbidden`.
 */
export async function removeArticle(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const seen = await getSeen(context, viewer, id);
  await transaction(context, async (tx, after) => {
    const { community, article } = await lockSeen(tx, viewer, seen.community.id, id);
    const isOwnProposal = article.state === 'proposed' && article.author_id === viewer.id;
    if (!isOwnProposal) assertMay(viewer, community, 'cleanUp');
    await dropArticle(context, tx, after, article);
    if (!isOwnProposal && !runs(roleOf(viewer.id, community)))
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_article',
        kind: 'publicpost',
        objectId: id,
        personId: article.author_id,
        removed: { after, title: `Пост «${article.title}» группы «${community.name}»` },
      });
    else if (article.state === 'proposed' && article.author_id !== null && !isOwnProposal) {
      await notify(context, tx, after, {
        to: article.author_id,
        from: viewer.id,
        type: 'public',
        title: `Ваша запись не подошла группе «${community.name}»`,
        postType: 'public',
        postId: community.id,
      });
    }
  });
}
/**
 * Deletes an article without a permission check. The caller has checked the permission and holds
 * the locks of the community and the article.
 */
export async function dropArticle(
  context: AppContext,
  tx: Tx,
  after: After,
  { id, public_id: publicId, state, pictures }: queries.ArticleRow,
): Promise<void> {
  await queries.deleteArticle(tx, id);
  await deleteObjects(tx, [id]);
  await withdraw(context, tx, after, { objects: [id] });
  if (state === 'published') await addToCounter(tx, publicId, 'posts_count', -1);
  await removeMedia(context, tx, after, ARTICLE_FOLDER, namesOf(pictures));
  after(() =>
    context.live.publish(communityChannel(publicId), {
      data: { type: 'public-post-gone', publicId, id },
    }),
  );
}
/**
 * Pins an article first in its community, in place of the previous one, or unpins it. Idempotent.
 * Throws `not_found`, `forbidden`, `not_published`.
 */
export async function setPinned(
  context: AppContext,
  viewer: Viewer,
  id: string,
  isPinned: boolean,
): Promise<void> {
  const seen = await getSeen(context, viewer, id);
  await transaction(context, async (tx, after) => {
    const { community, article } = await lockSeen(tx, viewer, seen.community.id, id);
    assertMay(viewer, community, 'write');
    if (article.state !== 'published') throw appError('not_published');
    if (isPinned) await queries.unpinArticles(tx, community.id);
    await queries.setPinned(tx, id, isPinned);
    notifyChanged(context, after, community.id);
  });
}
