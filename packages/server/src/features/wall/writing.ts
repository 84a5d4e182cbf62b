import { appError } from '@respa/contract/app-errors';
import type { PostAudience } from '@respa/contract/wall';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import {
  keepPrepared,
  moveMedia,
  namesOf,
  pictureOf,
  preparePictures,
  readKeep,
  removeMedia,
} from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { addToCounter, lockPerson, readNamed } from '#features/people/service.ts';
import { attachLink, planLink, reattachLink } from '#features/links/service.ts';
import { addPoll, readPoll } from '#features/polls/service.ts';
import { deleteObjects, insertObject } from '#features/reactions/service.ts';
import type { Ref } from '#features/sharing/service.ts';
import { shareIn } from './reposts.ts';
import { notifyNamedIn } from './named.ts';
import { notifyFriends } from './announce.ts';
import { applyEdit, type Edit } from './editing.ts';
import type { Shown } from './present.ts';
import * as queries from './queries.ts';
import { getOwn, showPosts } from './service.ts';

const FOLDER = 'userposts';
const show = async (context: AppContext, viewer: Viewer, row: queries.PostRow): Promise<Shown> =>
  (await showPosts(context, viewer.id, [row]))[0]!;

/**
 * Locks the wall before any of its posts, so that what its author does in two windows at once
 * happens one after the other.
 */
const lockWall = (tx: Tx, viewer: Viewer) => lockPerson(tx, viewer.id);
async function lockOwn(tx: Tx, viewer: Viewer, id: string): Promise<queries.PostRow> {
  await lockWall(tx, viewer);
  const post = await queries.lockPost(tx, id);
  if (post === undefined) throw appError('not_found');
  return post;
}
async function countPost(tx: Tx, post: queries.PostRow, by: 1 | -1): Promise<void> {
  await addToCounter(tx, post.author_id, 'posts_count', by);
  if (post.audience === 'friends')
    await addToCounter(tx, post.author_id, 'friends_posts_count', by);
}
/**
 * Makes a post public: from here on others see it, it is counted, and it can be liked and
 * commented.
 */
async function makeVisible(
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

const linkedTo = ({ id, author_id: authorId }: queries.PostRow) => ({
  container: { kind: 'userpost', id } as const,
  authorId,
});

export type NewPost = {
  title?: string;
  files: StagedFile[];
  audience?: PostAudience;
  draft?: boolean;
  poll?: string;
  mentions?: string;
  /** What the post shares. */
  repost?: Ref;
};
/**
 * Creates a post on the own wall, or a draft. Throws `empty_post` and the errors of `readPoll`,
 * `readNamed` and `preparePictures`. Not idempotent: two calls create two posts.
 */
export async function createPost(
  context: AppContext,
  viewer: Viewer,
  input: NewPost,
): Promise<Shown> {
  const text = input.title ?? '';
  const poll = readPoll(input.poll);
  if (text === '' && input.files.length === 0 && poll === null && input.repost === undefined)
    throw appError('empty_post');
  const mentions = await readNamed(context, viewer, text, input.mentions);
  const link = await planLink(context, viewer.id, { text, mentions });
  const prepared = await preparePictures(context, input.files, FOLDER);
  const id = newId();
  const row = await keepPrepared(
    context,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      await lockWall(tx, viewer);
      const post = await queries.insertPost(tx, {
        id,
        author_id: viewer.id,
        text,
        pictures: prepared.map(pictureOf),
        audience: input.audience ?? 'all',
        is_draft: input.draft ?? false,
        has_poll: poll !== null,
        is_repost: input.repost !== undefined,
        mentions,
      });
      if (input.repost !== undefined) await shareIn(context, tx, after, post, input.repost);
      await addPoll(tx, { kind: 'userpost', id }, poll);
      await attachLink(context, tx, linkedTo(post), link);
      if (!post.is_draft) await makeVisible(context, tx, after, post);
      return post;
    },
  );
  return show(context, viewer, row);
}

export type PostEdit = {
  title?: string;
  audience?: PostAudience;
  keep?: string;
  edited?: string;
  mentions?: string;
  files: StagedFile[];
};
/**
 * Edits an own post or draft; fields that are not given stay. Only a changed text or changed
 * pictures mark it as edited. Throws `not_found`, also if it was deleted or published meanwhile,
 * `forbidden` to others, `changed_elsewhere` if `edited` is not the last edit, and the errors of a
 * new post.
 */
export async function editPost(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: PostEdit,
): Promise<Shown> {
  const edit: Edit = {
    text: input.title,
    audience: input.audience,
    keep: input.keep === undefined ? undefined : readKeep(input.keep),
    seen: input.edited,
  };
  // Checked before a picture is decoded; the locked row is checked again below.
  applyEdit(await getOwn(context, viewer, id), edit, input.files.length);
  const mentions =
    input.title === undefined
      ? undefined
      : await readNamed(context, viewer, input.title, input.mentions);
  const link =
    input.title === undefined
      ? null
      : await planLink(context, viewer.id, { text: input.title, mentions: mentions ?? [] });
  const prepared = await preparePictures(context, input.files, FOLDER);
  const row = await keepPrepared(
    context,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      const post = await lockOwn(tx, viewer, id);
      const { text, kept, dropped, audience, isChanged } = applyEdit(post, edit, prepared.length);
      await removeMedia(context, tx, after, FOLDER, dropped);
      if (audience !== post.audience && !post.is_draft) {
        await addToCounter(tx, viewer.id, 'friends_posts_count', audience === 'friends' ? 1 : -1);
        if (audience === 'friends')
          await withdraw(context, tx, after, { object: id, strangersTo: viewer.id });
      }
      if (input.title !== undefined) await reattachLink(context, tx, linkedTo(post), link);
      const changed = await queries.updatePost(tx, id, {
        text,
        mentions: mentions ?? post.mentions,
        pictures: [...kept, ...prepared.map(pictureOf)],
        audience,
        edited_at: isChanged ? now() : post.edited_at,
      });
      if (!post.is_draft) await notifyNamedIn(context, tx, after, changed, post.mentions);
      return changed;
    },
  );
  return show(context, viewer, row);
}

/**
 * Publishes an own draft. It gets a new id, because ids carry the time that walls and feeds are
 * ordered by, and only its pictures reference a draft. Throws `not_found`, also on a second call;
 * `forbidden` for posts of others.
 */
export async function publishDraft(
  context: AppContext,
  viewer: Viewer,
  draftId: string,
): Promise<Shown> {
  await getOwn(context, viewer, draftId);
  const row = await transaction(context, async (tx, after) => {
    if (!(await lockOwn(tx, viewer, draftId)).is_draft) throw appError('not_found');
    const post = await queries.publishPost(tx, draftId, newId());
    await moveMedia(tx, FOLDER, namesOf(post.pictures), post.id);
    await makeVisible(context, tx, after, post);
    return post;
  });
  return show(context, viewer, row);
}

/**
 * Pins an own post first on the wall, in place of the previous one. Idempotent. Throws `not_found`,
 * `forbidden`, `not_published`.
 */
export async function pinPost(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  await getOwn(context, viewer, id);
  await transaction(context, async (tx) => {
    if ((await lockOwn(tx, viewer, id)).is_draft) throw appError('not_published');
    await queries.unpinPosts(tx, viewer.id);
    await queries.setPinned(tx, id, true);
  });
}
/** Idempotent. Throws `not_found`, `forbidden`. */
export async function unpinPost(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  await getOwn(context, viewer, id);
  await queries.setPinned(context.db, id, false);
}

/**
 * Deletes an own post with its pictures, likes, comments and notifications, or a draft. Throws
 * `not_found`, also on a second call; `forbidden` to others.
 */
export async function removePost(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  await getOwn(context, viewer, id);
  await transaction(context, async (tx, after) => {
    await dropPost(context, tx, after, await lockOwn(tx, viewer, id));
  });
}
/**
 * Deletes a post without a permission check. The caller has checked the permission and holds the
 * locks of the wall and the post.
 */
export async function dropPost(
  context: AppContext,
  tx: Tx,
  after: After,
  post: queries.PostRow,
): Promise<void> {
  await queries.deletePost(tx, post.id);
  await deleteObjects(tx, [post.id]);
  await withdraw(context, tx, after, { objects: [post.id] });
  if (post.is_repost) await withdraw(context, tx, after, { part: post.id });
  if (!post.is_draft) await countPost(tx, post, -1);
  await removeMedia(context, tx, after, FOLDER, namesOf(post.pictures));
}
