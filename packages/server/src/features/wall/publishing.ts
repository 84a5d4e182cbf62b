import { HOUR_MS } from '@respa/contract/durations';
import { COMMUNITIES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { findSuspension } from '#features/account/service.ts';
import { moveMedia, namesOf } from '#features/media/service.ts';
import { addToCounter, lockPerson } from '#features/people/service.ts';
import { insertObject } from '#features/reactions/service.ts';
import { notifyFriends } from './announce.ts';
import { notifyNamedIn } from './named.ts';
import type { Shown } from './present.ts';
import * as queries from './queries.ts';
import * as lists from './list-queries.ts';
import { getOwn, showPosts } from './service.ts';

export const FOLDER = 'userposts';

/**
 * Locks the wall before any of its posts, so that what its author does in two windows at once
 * happens one after the other.
 */
export const lockWall = (tx: Tx, viewer: Pick<Viewer, 'id'>) => lockPerson(tx, viewer.id);
/** Locks an own post and its wall. Throws `not_found` if it was deleted or published meanwhile. */
export async function lockOwn(tx: Tx, viewer: Viewer, id: string): Promise<queries.PostRow> {
  await lockWall(tx, viewer);
  const post = await queries.lockPost(tx, id);
  if (post === undefined) throw appError('not_found');
  return post;
}
/** Counts a published post, or with `by` -1 no longer. */
export async function countPost(tx: Tx, post: queries.PostRow, by: 1 | -1): Promise<void> {
  await addToCounter(tx, post.author_id, 'posts_count', by);
  if (post.audience === 'friends')
    await addToCounter(tx, post.author_id, 'friends_posts_count', by);
}
/**
 * Makes a post public: from here on others see it, it is counted, and it can be liked and
 * commented.
 */
export async function makeVisible(
  context: AppContext,
  tx: Tx,
  after: After,
  post: queries.PostRow,
): Promise<void> {
  await insertObject(tx, post.id, 'userpost', post.author_id);
  await countPost(tx, post, 1);
  await notifyNamedIn(context, tx, after, post);
  after(() => notifyFriends(context, post.author_id, post.id));
}

/** Asks for the publication of a scheduled post at its time, in place of an earlier request. */
export async function wakeAt(
  context: AppContext,
  tx: Tx,
  { id, publish_at: at }: Pick<queries.PostRow, 'id' | 'publish_at'>,
): Promise<void> {
  if (at !== null)
    await context.jobs.add(tx, 'wall.publish', { id }, { key: `wall.publish:${id}`, at });
}
/** Throws `too_many_waiting` if no further post may be scheduled. Needs the wall's lock. */
export async function assertMaySchedule(tx: Tx, authorId: string): Promise<void> {
  if ((await lists.countScheduled(tx, authorId)) >= COMMUNITIES.scheduled)
    throw appError('too_many_waiting');
}

/** Publishes a locked draft under a new id, which sorts it by the current time. */
async function publishLocked(
  context: AppContext,
  tx: Tx,
  after: After,
  draft: queries.PostRow,
): Promise<queries.PostRow> {
  const post = await queries.publishPost(tx, draft.id, newId());
  await moveMedia(tx, FOLDER, namesOf(post.pictures), post.id);
  await makeVisible(context, tx, after, post);
  return post;
}
/**
 * Publishes an own draft or scheduled post. It gets a new id, because ids carry the time that walls
 * and feeds are ordered by, and only its pictures reference a draft. Throws `not_found`, also on a
 * second call; `forbidden` for posts of others.
 */
export async function publishDraft(
  context: AppContext,
  viewer: Viewer,
  draftId: string,
): Promise<Shown> {
  await getOwn(context, viewer, draftId);
  const row = await transaction(context, async (tx, after) => {
    const draft = await lockOwn(tx, viewer, draftId);
    if (!draft.is_draft) throw appError('not_found');
    return publishLocked(context, tx, after, draft);
  });
  return (await showPosts(context, viewer.id, [row]))[0]!;
}
/**
 * Publishes a scheduled post when its time has come. Idempotent: a post that is deleted, already
 * published, rescheduled or a draft again is left alone. While its author is suspended it waits.
 */
export async function publishDue(context: AppContext, id: string): Promise<void> {
  const found = await queries.findPost(context.db, id);
  if (found === undefined) return;
  await transaction(context, async (tx, after) => {
    await lockWall(tx, { id: found.author_id });
    const post = await queries.lockPost(tx, id);
    if (post === undefined || post.publish_at === null) return;
    if (post.publish_at.getTime() > nowMs()) await wakeAt(context, tx, post);
    else if ((await findSuspension(tx, post.author_id)) !== undefined)
      await wakeAt(context, tx, { id, publish_at: new Date(nowMs() + HOUR_MS) });
    else await publishLocked(context, tx, after, post);
  });
}
