import { HOUR_MS } from '@respa/contract/durations';
import { appError } from '@respa/contract/app-errors';
import { POST_MENTION_TITLE } from '@respa/contract/notifications';
import { nowMs } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { findSuspension } from '#features/account/service.ts';
import { moveMedia, namesOf } from '#features/media/service.ts';
import { notify, notifyNamed, withdraw } from '#features/notifications/service.ts';
import { namedIn, type MentionItem } from '#features/people/service.ts';
import { insertObject } from '#features/reactions/service.ts';
import * as queries from './article-queries.ts';
import { getSeen, showOne } from './articles.ts';
import { withdrawStaffNotice } from '../notices.ts';
import { assertMay, roleOf, runs } from '../policy.ts';
import type { ShownArticle } from '../present.ts';
import { addToCounter, lockCommunity, type MembershipRow } from '../queries.ts';
import { lockMembership, communityChannel } from '../communities.ts';

export const ARTICLE_FOLDER = 'publicposts';

/**
 * Makes an article public: from here on it is visible to everyone, counted, and can be liked and
 * commented.
 */
export async function makeVisible(
  context: AppContext,
  tx: Tx,
  after: After,
  article: queries.ArticleRow,
): Promise<void> {
  await insertObject(tx, article.id, 'publicpost', null);
  await addToCounter(tx, article.public_id, 'posts_count', 1);
  await notifyNamedIn(context, tx, after, article);
  after(() =>
    context.live.publish(communityChannel(article.public_id), {
      data: { type: 'public-post', publicId: article.public_id, id: article.id },
    }),
  );
}
/**
 * Notifies the people whom a published article names, except those whom it named before, and
 * withdraws the notices to those whom it names no more. Everyone sees a published article.
 */
export async function notifyNamedIn(
  context: AppContext,
  tx: Tx,
  after: After,
  { id, author_id: from, mentions }: queries.ArticleRow,
  before: readonly MentionItem[] = [],
): Promise<void> {
  const [named, former] = [namedIn(mentions), namedIn(before)];
  if (former.length > 0) await withdraw(context, tx, after, { part: id, stillTo: named });
  if (from === null) return;
  await notifyNamed(context, tx, after, {
    to: named.filter((one) => !former.includes(one)),
    from,
    title: POST_MENTION_TITLE,
    postType: 'publicpost',
    postId: id,
    part: id,
  });
}
export const wakeAt = (
  context: AppContext,
  tx: Tx,
  { id, publish_at }: Pick<queries.ArticleRow, 'id' | 'publish_at'>,
) =>
  context.jobs.add(
    tx,
    'publics.publish',
    { id },
    { key: `publics.publish:${id}`, at: publish_at! },
  );
export const notifyChanged = (context: AppContext, after: After, publicId: string) =>
  after(() =>
    context.live.publish(communityChannel(publicId), {
      data: { type: 'public-changed', publicId },
    }),
  );
/**
 * Locks an article and its community, the community first. Throws `not_found` if the article was
 * deleted or published meanwhile.
 */
export async function lockSeen(tx: Tx, viewer: Viewer, publicId: string, id: string) {
  const community = await lockMembership(tx, viewer, publicId);
  const article = await queries.lockArticle(tx, id);
  if (article === undefined) throw appError('not_found');
  return { community, article };
}
/**
 * Staff may edit everything. The author of a proposal may edit only that proposal, while it waits.
 */
export function assertMayEdit(
  viewer: Viewer,
  community: MembershipRow,
  article: queries.ArticleRow,
): void {
  if (runs(roleOf(viewer.id, community))) return;
  if (article.author_id !== viewer.id || article.state !== 'proposed') throw appError('forbidden');
}
/**
 * Publishes a waiting article under a new id, because ids carry the time that lists are sorted by.
 */
async function publishWaiting(
  context: AppContext,
  tx: Tx,
  after: After,
  waiting: queries.ArticleRow,
): Promise<queries.ArticleRow> {
  const article = await queries.publishArticle(tx, waiting.id, newId());
  await moveMedia(tx, ARTICLE_FOLDER, namesOf(article.pictures), article.id);
  await makeVisible(context, tx, after, article);
  notifyChanged(context, after, article.public_id);
  return article;
}
/**
 * Publishes a proposed or scheduled article at once, and notifies the author of a proposal. Throws
 * `not_found`, also on a second call; `forbidden`.
 */
export async function publishNow(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<ShownArticle> {
  const seen = await getSeen(context, viewer, id);
  const row = await transaction(context, async (tx, after) => {
    const { community, article } = await lockSeen(tx, viewer, seen.community.id, id);
    assertMay(viewer, community, 'write');
    if (article.state === 'published') throw appError('not_found');
    const out = await publishWaiting(context, tx, after, article);
    if (article.state === 'proposed' && article.author_id !== null) {
      await withdrawStaffNotice(
        context,
        tx,
        after,
        community.id,
        article.author_id,
        'proposal',
        out.id,
      );
      await notify(context, tx, after, {
        to: article.author_id,
        from: viewer.id,
        type: 'public',
        title: `Ваша запись вышла в группе «${community.name}»`,
        postType: 'publicpost',
        postId: out.id,
      });
    }
    return out;
  });
  return showOne(context, viewer, row);
}
/**
 * Publishes a scheduled article when its time has come. Idempotent: an article that is deleted,
 * already published or rescheduled is left alone. While its author is suspended it stays scheduled,
 * and other staff may publish it.
 */
export async function publishDue(context: AppContext, id: string): Promise<void> {
  const found = await queries.findArticle(context.db, id);
  if (found === undefined) return;
  await transaction(context, async (tx, after) => {
    if ((await lockCommunity(tx, found.public_id, found.author_id ?? id)) === undefined) return;
    const article = await queries.lockArticle(tx, id);
    if (article?.state !== 'scheduled') return;
    if (article.publish_at!.getTime() > nowMs()) await wakeAt(context, tx, article);
    else if (
      article.author_id !== null &&
      (await findSuspension(tx, article.author_id)) !== undefined
    )
      await wakeAt(context, tx, { id, publish_at: new Date(nowMs() + HOUR_MS) });
    else await publishWaiting(context, tx, after, article);
  });
}
