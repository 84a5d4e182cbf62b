import { DAY_MS, HOUR_MS } from '@respa/contract/durations';
import { COMMUNITIES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { now, nowMs } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import { findSuspension } from '#features/account/service.ts';
import {
  choosePictures,
  keepPrepared,
  moveMedia,
  namesOf,
  pictureOf,
  preparePictures,
  readKeep,
  removeMedia,
} from '#features/media/service.ts';
import { notify, withdraw } from '#features/notifications/service.ts';
import { deleteObjects, insertObject } from '#features/reactions/service.ts';
import * as queries from './article-queries.ts';
import { getSeen, MOST_PICTURES, showOne } from './articles.ts';
import { notifyStaff, withdrawStaffNotice } from './notices.ts';
import { assertMay, roleOf, runs } from './policy.ts';
import type { ShownArticle } from './present.ts';
import { addToCounter, lockCommunity, type MembershipRow } from './queries.ts';
import { getMembership, lockMembership, communityChannel } from './communities.ts';

const FOLDER = 'publicposts';

/**
 * Parses the scheduled publication time of an article; null means now. Throws `bad_date` if it is
 * no moment within the next year.
 */
function parsePublishAt(input: string | undefined): Date | null {
  if (input === undefined || input === '') return null;
  const at = new Date(input);
  const wait = at.getTime() - nowMs();
  if (!(wait > 0 && wait <= COMMUNITIES.daysAhead * DAY_MS))
    throw appError('bad_date', {
      fields: { publishAt: 'Выберите время в будущем, не дальше года.' },
    });
  return at;
}
/**
 * Makes an article public: from here on it is visible to everyone, counted, and can be liked and
 * commented.
 */
async function makeVisible(
  context: AppContext,
  tx: Tx,
  after: After,
  article: queries.ArticleRow,
): Promise<void> {
  await insertObject(tx, article.id, 'publicpost', null);
  await addToCounter(tx, article.public_id, 'posts_count', 1);
  after(() =>
    context.live.publish(communityChannel(article.public_id), {
      data: { type: 'public-post', publicId: article.public_id, id: article.id },
    }),
  );
}
const wakeAt = (
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
const notifyChanged = (context: AppContext, after: After, publicId: string) =>
  after(() =>
    context.live.publish(communityChannel(publicId), {
      data: { type: 'public-changed', publicId },
    }),
  );

type Text = { title?: string; text?: string; files: StagedFile[] };
async function insert(
  context: AppContext,
  viewer: Viewer,
  publicId: string,
  input: Text,
  state: 'published' | 'scheduled' | 'proposed',
  publishAt: Date | null,
  admit: (tx: Tx, community: MembershipRow) => Promise<void>,
): Promise<ShownArticle> {
  if (input.files.length === 0) throw appError('no_file');
  const prepared = await preparePictures(context, input.files, FOLDER);
  const id = newId();
  const row = await keepPrepared(
    context,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      const community = await lockMembership(tx, viewer, publicId);
      await admit(tx, community);
      const article = await queries.insertArticle(tx, {
        id,
        public_id: publicId,
        author_id: viewer.id,
        title: input.title ?? '',
        text: input.text ?? '',
        pictures: prepared.map(pictureOf),
        state,
        publish_at: publishAt,
        is_proposal: state === 'proposed',
      });
      if (state === 'published') await makeVisible(context, tx, after, article);
      if (state === 'scheduled') await wakeAt(context, tx, article);
      if (state === 'proposed')
        await notifyStaff(context, tx, after, community, {
          by: viewer.id,
          type: 'proposal',
          postId: id,
        });
      return article;
    },
  );
  return showOne(context, viewer, row);
}
/**
 * Creates an article in a community, published now or scheduled. Throws `not_found`, `forbidden`,
 * `no_file`, `bad_date`, `too_many_waiting` and the errors of `preparePictures`. Not idempotent:
 * two calls create two articles.
 */
export async function createArticle(
  context: AppContext,
  viewer: Viewer,
  publicId: string,
  input: Text & { publishAt?: string },
): Promise<ShownArticle> {
  assertMay(viewer, await getMembership(context, viewer, publicId), 'write');
  const publishAt = parsePublishAt(input.publishAt);
  return insert(
    context,
    viewer,
    publicId,
    input,
    publishAt === null ? 'published' : 'scheduled',
    publishAt,
    async (tx, community) => {
      assertMay(viewer, community, 'write');
      if (
        publishAt !== null &&
        (await queries.countWaiting(tx, publicId, 'scheduled')) >= COMMUNITIES.scheduled
      )
        throw appError('too_many_waiting');
    },
  );
}
/**
 * Proposes an article to a community's staff. Throws `not_found`, `banned_here`, `no_file`,
 * `too_many_waiting` and the errors of `preparePictures`. Not idempotent: two calls create two
 * articles.
 */
export async function propose(
  context: AppContext,
  viewer: Viewer,
  publicId: string,
  input: Text,
): Promise<ShownArticle> {
  assertMay(viewer, await getMembership(context, viewer, publicId), 'join');
  return insert(context, viewer, publicId, input, 'proposed', null, async (tx, community) => {
    assertMay(viewer, community, 'join');
    if (
      (await queries.countWaiting(tx, publicId, 'proposed', viewer.id)) >= COMMUNITIES.proposedEach
    )
      throw appError('too_many_waiting');
  });
}

/**
 * Locks an article and its community, the community first. Throws `not_found` if the article was
 * deleted or published meanwhile.
 */
async function lockSeen(tx: Tx, viewer: Viewer, publicId: string, id: string) {
  const community = await lockMembership(tx, viewer, publicId);
  const article = await queries.lockArticle(tx, id);
  if (article === undefined) throw appError('not_found');
  return { community, article };
}
/**
 * Staff may edit everything. The author of a proposal may edit only that proposal, while it waits.
 */
function assertMayEdit(
  viewer: Viewer,
  community: MembershipRow,
  article: queries.ArticleRow,
): void {
  if (runs(roleOf(viewer.id, community))) return;
  if (article.author_id !== viewer.id || article.state !== 'proposed') throw appError('forbidden');
}
export type ArticleEdit = Text & { publishAt?: string; keep?: string; edited?: string };
/**
 * Edits an article; fields that are not given stay. Only a changed text or changed pictures mark it
 * as edited. Throws `not_found`, `forbidden`, `no_file` if no picture would be left,
 * `changed_elsewhere` if `edited` is not the last edit, `bad_date`, and the errors of
 * `preparePictures`.
 */
export async function editArticle(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: ArticleEdit,
): Promise<ShownArticle> {
  const seen = await getSeen(context, viewer, id);
  assertMayEdit(viewer, seen.community, seen.article);
  const keep = input.keep === undefined ? undefined : readKeep(input.keep);
  const publishAt = seen.article.state === 'scheduled' ? parsePublishAt(input.publishAt) : null;
  const prepared = await preparePictures(context, input.files, FOLDER);
  const row = await keepPrepared(
    context,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      const { community, article } = await lockSeen(tx, viewer, seen.community.id, id);
      assertMayEdit(viewer, community, article);
      if (input.edited !== undefined && input.edited !== (article.edited_at?.toISOString() ?? ''))
        throw appError('changed_elsewhere');
      const { kept, dropped, isSame } = choosePictures(article.pictures, keep);
      if (kept.length + prepared.length > MOST_PICTURES) throw appError('too_many_files');
      if (kept.length + prepared.length === 0) throw appError('no_file');
      await removeMedia(context, tx, after, FOLDER, dropped);
      const [title, text] = [input.title ?? article.title, input.text ?? article.text];
      const isChanged =
        title !== article.title || text !== article.text || prepared.length > 0 || !isSame;
      const changed = await queries.updateArticle(tx, id, {
        title,
        text,
        pictures: [...kept, ...prepared.map(pictureOf)],
        ...(isChanged ? { edited_at: now() } : {}),
        ...(publishAt === null ? {} : { publish_at: publishAt }),
      });
      if (publishAt !== null) await wakeAt(context, tx, changed);
      notifyChanged(context, after, community.id);
      return changed;
    },
  );
  return showOne(context, viewer, row);
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
  await moveMedia(tx, FOLDER, namesOf(article.pictures), article.id);
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
        removed: { after, title: `Запись «${article.title}» группы «${community.name}»` },
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
  await removeMedia(context, tx, after, FOLDER, namesOf(pictures));
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
