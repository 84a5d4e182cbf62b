import { PUBLICS } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import { now, nowMs } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import type { StagedFile } from '#platform/staging.ts';
import { transaction, type After } from '#platform/transaction.ts';
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
import { tellStaff, untellStaff } from './notices.ts';
import { assertMay, roleOf, runs } from './policy.ts';
import type { ShownArticle } from './present.ts';
import { addToCounter, lockPublic, type StandingRow } from './queries.ts';
import { getStanding, lockStanding, publicChannel } from './groups.ts';

const FOLDER = 'publicposts';
const DAY_MS = 24 * 3_600_000;

/** The hour at which an article comes out by itself; null for now. Throws `bad_date` for what is no moment within the next year. */
function readHour(given: string | undefined): Date | null {
  if (given === undefined || given === '') return null;
  const at = new Date(given);
  const wait = at.getTime() - nowMs();
  if (!(wait > 0 && wait <= PUBLICS.daysAhead * DAY_MS))
    throw fault('bad_date', { fields: { publishAt: 'Выберите время в будущем, не дальше года.' } });
  return at;
}
/** From here on everybody sees it: it is counted and can be liked and commented. */
async function appear(
  ground: Ground,
  tx: Tx,
  after: After,
  article: queries.ArticleRow,
): Promise<void> {
  await insertObject(tx, article.id, 'publicpost', null);
  await addToCounter(tx, article.public_id, 'posts_count', 1);
  after(() =>
    ground.live.publish(publicChannel(article.public_id), {
      data: { type: 'public-post', publicId: article.public_id, id: article.id },
    }),
  );
}
const wakeAt = (
  ground: Ground,
  tx: Tx,
  { id, publish_at }: Pick<queries.ArticleRow, 'id' | 'publish_at'>,
) =>
  ground.jobs.add(tx, 'publics.publish', { id }, { key: `publics.publish:${id}`, at: publish_at! });
const tellChanged = (ground: Ground, after: After, publicId: string) =>
  after(() =>
    ground.live.publish(publicChannel(publicId), { data: { type: 'public-changed', publicId } }),
  );

type Text = { title?: string; text?: string; files: StagedFile[] };
async function insert(
  ground: Ground,
  viewer: Viewer,
  publicId: string,
  given: Text,
  state: 'published' | 'scheduled' | 'proposed',
  publishAt: Date | null,
  admit: (tx: Tx, group: StandingRow) => Promise<void>,
): Promise<ShownArticle> {
  if (given.files.length === 0) throw fault('no_file');
  const prepared = await preparePictures(ground, given.files, FOLDER);
  const id = newId();
  const row = await keepPrepared(
    ground,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      const group = await lockStanding(tx, viewer, publicId);
      await admit(tx, group);
      const article = await queries.insertArticle(tx, {
        id,
        public_id: publicId,
        author_id: viewer.id,
        title: given.title ?? '',
        text: given.text ?? '',
        pictures: prepared.map(pictureOf),
        state,
        publish_at: publishAt,
        is_proposal: state === 'proposed',
      });
      if (state === 'published') await appear(ground, tx, after, article);
      if (state === 'scheduled') await wakeAt(ground, tx, article);
      if (state === 'proposed')
        await tellStaff(ground, tx, after, group, { by: viewer.id, type: 'proposal', postId: id });
      return article;
    },
  );
  return showOne(ground, viewer, row);
}
/** Writes an article for a group, for now or for an hour to come. Throws `not_found`, `forbidden`, `no_file`, `bad_date`, `too_many_waiting` and what the pictures deserve. Not idempotent: sent twice, it is two articles. */
export async function createArticle(
  ground: Ground,
  viewer: Viewer,
  publicId: string,
  given: Text & { publishAt?: string },
): Promise<ShownArticle> {
  assertMay(viewer, await getStanding(ground, viewer, publicId), 'write');
  const publishAt = readHour(given.publishAt);
  return insert(
    ground,
    viewer,
    publicId,
    given,
    publishAt === null ? 'published' : 'scheduled',
    publishAt,
    async (tx, group) => {
      assertMay(viewer, group, 'write');
      if (
        publishAt !== null &&
        (await queries.countWaiting(tx, publicId, 'scheduled')) >= PUBLICS.scheduled
      )
        throw fault('too_many_waiting');
    },
  );
}
/** Offers an article to those who run a group. Throws `not_found`, `banned_here`, `no_file`, `too_many_waiting` and what the pictures deserve. Not idempotent: sent twice, it is two articles. */
export async function propose(
  ground: Ground,
  viewer: Viewer,
  publicId: string,
  given: Text,
): Promise<ShownArticle> {
  assertMay(viewer, await getStanding(ground, viewer, publicId), 'join');
  return insert(ground, viewer, publicId, given, 'proposed', null, async (tx, group) => {
    assertMay(viewer, group, 'join');
    if ((await queries.countWaiting(tx, publicId, 'proposed', viewer.id)) >= PUBLICS.proposedEach)
      throw fault('too_many_waiting');
  });
}

/** Holds an article and its group, the group first. Throws `not_found` where it is gone or came out meanwhile. */
async function lockSeen(tx: Tx, viewer: Viewer, publicId: string, id: string) {
  const group = await lockStanding(tx, viewer, publicId);
  const article = await queries.lockArticle(tx, id);
  if (article === undefined) throw fault('not_found');
  return { group, article };
}
/** Those who run the group may change everything, whoever proposed something that alone, while it waits. */
function assertMayEdit(viewer: Viewer, group: StandingRow, article: queries.ArticleRow): void {
  if (runs(roleOf(viewer.id, group))) return;
  if (article.author_id !== viewer.id || article.state !== 'proposed') throw fault('forbidden');
}
export type ArticleEdit = Text & { publishAt?: string; keep?: string; edited?: string };
/**
 * Changes an article; what is not given stays. Only another text or other pictures make it an edited one. Throws `not_found`, `forbidden`, `no_file` where no picture
 * would be left, `changed_elsewhere` where `edited` is not the last edit, `bad_date`, and what the pictures deserve.
 */
export async function editArticle(
  ground: Ground,
  viewer: Viewer,
  id: string,
  given: ArticleEdit,
): Promise<ShownArticle> {
  const seen = await getSeen(ground, viewer, id);
  assertMayEdit(viewer, seen.group, seen.article);
  const keep = given.keep === undefined ? undefined : readKeep(given.keep);
  const publishAt = seen.article.state === 'scheduled' ? readHour(given.publishAt) : null;
  const prepared = await preparePictures(ground, given.files, FOLDER);
  const row = await keepPrepared(
    ground,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      const { group, article } = await lockSeen(tx, viewer, seen.group.id, id);
      assertMayEdit(viewer, group, article);
      if (given.edited !== undefined && given.edited !== (article.edited_at?.toISOString() ?? ''))
        throw fault('changed_elsewhere');
      const { kept, dropped, isSame } = choosePictures(article.pictures, keep);
      if (kept.length + prepared.length > MOST_PICTURES) throw fault('too_many_files');
      if (kept.length + prepared.length === 0) throw fault('no_file');
      await removeMedia(ground, tx, after, FOLDER, dropped);
      const [title, text] = [given.title ?? article.title, given.text ?? article.text];
      const isChanged =
        title !== article.title || text !== article.text || prepared.length > 0 || !isSame;
      const changed = await queries.updateArticle(tx, id, {
        title,
        text,
        pictures: [...kept, ...prepared.map(pictureOf)],
        ...(isChanged ? { edited_at: now() } : {}),
        ...(publishAt === null ? {} : { publish_at: publishAt }),
      });
      if (publishAt !== null) await wakeAt(ground, tx, changed);
      tellChanged(ground, after, group.id);
      return changed;
    },
  );
  return showOne(ground, viewer, row);
}
/** What waited comes out: it gets a new id, because ids carry the time that lists are in the order of. */
async function bringOut(
  ground: Ground,
  tx: Tx,
  after: After,
  waiting: queries.ArticleRow,
): Promise<queries.ArticleRow> {
  const article = await queries.publishArticle(tx, waiting.id, newId());
  await moveMedia(tx, FOLDER, namesOf(article.pictures), article.id);
  await appear(ground, tx, after, article);
  tellChanged(ground, after, article.public_id);
  return article;
}
/** Brings out what is proposed or has its hour yet to come; who proposed it is told. Throws `not_found`, also the second time; `forbidden`. */
export async function publishNow(
  ground: Ground,
  viewer: Viewer,
  id: string,
): Promise<ShownArticle> {
  const seen = await getSeen(ground, viewer, id);
  const row = await transaction(ground, async (tx, after) => {
    const { group, article } = await lockSeen(tx, viewer, seen.group.id, id);
    assertMay(viewer, group, 'write');
    if (article.state === 'published') throw fault('not_found');
    const out = await bringOut(ground, tx, after, article);
    if (article.state === 'proposed' && article.author_id !== null) {
      await untellStaff(ground, tx, after, group.id, article.author_id, 'proposal', out.id);
      await notify(ground, tx, after, {
        to: article.author_id,
        from: viewer.id,
        type: 'public',
        title: `Ваша запись вышла в группе «${group.name}»`,
        postType: 'publicpost',
        postId: out.id,
      });
    }
    return out;
  });
  return showOne(ground, viewer, row);
}
const HOUR_MS = 3_600_000;
/** The hour of an article has come. Idempotent: what is gone, is out already or waits for another hour is left alone. While its author may not come in it waits on, and others who run the group may bring it out. */
export async function publishDue(ground: Ground, id: string): Promise<void> {
  const found = await queries.findArticle(ground.db, id);
  if (found === undefined) return;
  await transaction(ground, async (tx, after) => {
    if ((await lockPublic(tx, found.public_id, found.author_id ?? id)) === undefined) return;
    const article = await queries.lockArticle(tx, id);
    if (article?.state !== 'scheduled') return;
    if (article.publish_at!.getTime() > nowMs()) await wakeAt(ground, tx, article);
    else if (
      article.author_id !== null &&
      (await findSuspension(tx, article.author_id)) !== undefined
    )
      await wakeAt(ground, tx, { id, publish_at: new Date(nowMs() + HOUR_MS) });
    else await bringOut(ground, tx, after, article);
  });
}
/** Deletes an article with its pictures, likes, comments and notices; a proposal, its author too, who is told when others do. Throws `not_found`, also the second time; `forbidden`. */
export async function removeArticle(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  const seen = await getSeen(ground, viewer, id);
  await transaction(ground, async (tx, after) => {
    const { group, article } = await lockSeen(tx, viewer, seen.group.id, id);
    const isOwnProposal = article.state === 'proposed' && article.author_id === viewer.id;
    if (!isOwnProposal) assertMay(viewer, group, 'cleanUp');
    await dropArticle(ground, tx, after, article);
    if (!isOwnProposal && !runs(roleOf(viewer.id, group)))
      await ground.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_article',
        kind: 'publicpost',
        objectId: id,
        personId: article.author_id,
        removed: { after, title: `Запись «${article.title}» группы «${group.name}»` },
      });
    else if (article.state === 'proposed' && article.author_id !== null && !isOwnProposal) {
      await notify(ground, tx, after, {
        to: article.author_id,
        from: viewer.id,
        type: 'public',
        title: `Ваша запись не подошла группе «${group.name}»`,
        postType: 'public',
        postId: group.id,
      });
    }
  });
}
/** The same for whoever has decided already; the group and the article are held. */
export async function dropArticle(
  ground: Ground,
  tx: Tx,
  after: After,
  { id, public_id: publicId, state, pictures }: queries.ArticleRow,
): Promise<void> {
  await queries.deleteArticle(tx, id);
  await deleteObjects(tx, [id]);
  await withdraw(ground, tx, after, { objects: [id] });
  if (state === 'published') await addToCounter(tx, publicId, 'posts_count', -1);
  await removeMedia(ground, tx, after, FOLDER, namesOf(pictures));
  after(() =>
    ground.live.publish(publicChannel(publicId), {
      data: { type: 'public-post-gone', publicId, id },
    }),
  );
}
/** Puts an article first in its group, in place of the one that was, or back where it was. Idempotent. Throws `not_found`, `forbidden`, `not_published`. */
export async function setPinned(
  ground: Ground,
  viewer: Viewer,
  id: string,
  isPinned: boolean,
): Promise<void> {
  const seen = await getSeen(ground, viewer, id);
  await transaction(ground, async (tx, after) => {
    const { group, article } = await lockSeen(tx, viewer, seen.group.id, id);
    assertMay(viewer, group, 'write');
    if (article.state !== 'published') throw fault('not_published');
    if (isPinned) await queries.unpinArticles(tx, group.id);
    await queries.setPinned(tx, id, isPinned);
    tellChanged(ground, after, group.id);
  });
}
