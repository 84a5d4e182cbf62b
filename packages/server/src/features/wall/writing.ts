import { fault } from '@respa/contract/faults';
import type { PostAudience } from '@respa/contract/wall';
import { now } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import type { StagedFile } from '#platform/staging.ts';
import { transaction, type After } from '#platform/transaction.ts';
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
import { addToCounter, lockPerson } from '#features/people/service.ts';
import { deleteObjects, insertObject } from '#features/reactions/service.ts';
import { tellFriends } from './announce.ts';
import { applyEdit, type Edit } from './editing.ts';
import type { Shown } from './present.ts';
import * as queries from './queries.ts';
import { getOwn, showPosts } from './service.ts';

const FOLDER = 'userposts';
const show = async (ground: Ground, viewer: Viewer, row: queries.PostRow): Promise<Shown> =>
  (await showPosts(ground, viewer.id, [row]))[0]!;

/** Holds the wall before any of its posts: what its author does in two windows at once happens one after the other. */
const lockWall = (tx: Tx, viewer: Viewer) => lockPerson(tx, viewer.id);
async function lockOwn(tx: Tx, viewer: Viewer, id: string): Promise<queries.PostRow> {
  await lockWall(tx, viewer);
  const post = await queries.lockPost(tx, id);
  if (post === undefined) throw fault('not_found');
  return post;
}
async function countPost(tx: Tx, post: queries.PostRow, by: 1 | -1): Promise<void> {
  await addToCounter(tx, post.author_id, 'posts_count', by);
  if (post.audience === 'friends')
    await addToCounter(tx, post.author_id, 'friends_posts_count', by);
}
/** From here on others see it: it is counted and can be liked and commented. */
async function appear(ground: Ground, tx: Tx, after: After, post: queries.PostRow): Promise<void> {
  await insertObject(tx, post.id, 'userpost', post.author_id);
  await countPost(tx, post, 1);
  after(() =>
    ground.live.publish(`wall:${post.author_id}`, { data: { type: 'post', id: post.id } }),
  );
  after(() => tellFriends(ground, post.author_id, post.id));
}

export type NewPost = {
  title?: string;
  files: StagedFile[];
  audience?: PostAudience;
  draft?: boolean;
};
/** Puts a post on the own wall, or a draft aside. Throws `empty_post` and what the pictures deserve. Not idempotent: sent twice, it is two posts. */
export async function createPost(ground: Ground, viewer: Viewer, given: NewPost): Promise<Shown> {
  const text = given.title ?? '';
  if (text === '' && given.files.length === 0) throw fault('empty_post');
  const prepared = await preparePictures(ground, given.files, FOLDER);
  const id = newId();
  const row = await keepPrepared(
    ground,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      await lockWall(tx, viewer);
      const post = await queries.insertPost(tx, {
        id,
        author_id: viewer.id,
        text,
        pictures: prepared.map(pictureOf),
        audience: given.audience ?? 'all',
        is_draft: given.draft ?? false,
      });
      if (!post.is_draft) await appear(ground, tx, after, post);
      return post;
    },
  );
  return show(ground, viewer, row);
}

export type PostEdit = {
  title?: string;
  audience?: PostAudience;
  keep?: string;
  edited?: string;
  files: StagedFile[];
};
/**
 * Changes an own post or draft; what is not given stays. Only another text or other pictures make it an edited one. Throws `not_found`, also
 * where it was deleted or published meanwhile, `forbidden` to others, `changed_elsewhere` where `edited` is not the last edit, and what a new post would throw.
 */
export async function editPost(
  ground: Ground,
  viewer: Viewer,
  id: string,
  given: PostEdit,
): Promise<Shown> {
  const edit: Edit = {
    text: given.title,
    audience: given.audience,
    keep: given.keep === undefined ? undefined : readKeep(given.keep),
    seen: given.edited,
  };
  // Refused before a picture is decoded; the same is asked again of the locked row.
  applyEdit(await getOwn(ground, viewer, id), edit, given.files.length);
  const prepared = await preparePictures(ground, given.files, FOLDER);
  const row = await keepPrepared(
    ground,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      const post = await lockOwn(tx, viewer, id);
      const { text, kept, dropped, audience, isChanged } = applyEdit(post, edit, prepared.length);
      await removeMedia(ground, tx, after, FOLDER, dropped);
      if (audience !== post.audience && !post.is_draft) {
        await addToCounter(tx, viewer.id, 'friends_posts_count', audience === 'friends' ? 1 : -1);
        if (audience === 'friends')
          await withdraw(ground, tx, after, { object: id, strangersTo: viewer.id });
      }
      return queries.updatePost(tx, id, {
        text,
        pictures: [...kept, ...prepared.map(pictureOf)],
        audience,
        edited_at: isChanged ? now() : post.edited_at,
      });
    },
  );
  return show(ground, viewer, row);
}

/**
 * Makes a post of an own draft. Ids carry the time that walls and feeds are ordered by, and nothing but its pictures refers to a draft:
 * it gets a new id. Throws `not_found`, also the second time; `forbidden` for posts of others.
 */
export async function publishDraft(
  ground: Ground,
  viewer: Viewer,
  draftId: string,
): Promise<Shown> {
  await getOwn(ground, viewer, draftId);
  const row = await transaction(ground, async (tx, after) => {
    if (!(await lockOwn(tx, viewer, draftId)).is_draft) throw fault('not_found');
    const post = await queries.publishPost(tx, draftId, newId());
    await moveMedia(tx, FOLDER, namesOf(post.pictures), post.id);
    await appear(ground, tx, after, post);
    return post;
  });
  return show(ground, viewer, row);
}

/** Puts an own post first on the wall, in place of the one that was. Idempotent. Throws `not_found`, `forbidden`, `not_published`. */
export async function pinPost(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  await getOwn(ground, viewer, id);
  await transaction(ground, async (tx) => {
    if ((await lockOwn(tx, viewer, id)).is_draft) throw fault('not_published');
    await queries.unpinPosts(tx, viewer.id);
    await queries.setPinned(tx, id, true);
  });
}
/** Idempotent. Throws `not_found`, `forbidden`. */
export async function unpinPost(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  await getOwn(ground, viewer, id);
  await queries.setPinned(ground.db, id, false);
}

/** Deletes an own post with its pictures, likes, comments and notices, or a draft. Throws `not_found`, also the second time; `forbidden` to others. */
export async function removePost(ground: Ground, viewer: Viewer, id: string): Promise<void> {
  await getOwn(ground, viewer, id);
  await transaction(ground, async (tx, after) => {
    await dropPost(ground, tx, after, await lockOwn(tx, viewer, id));
  });
}
/** The same for whoever has decided already; the wall and the post are held. */
export async function dropPost(
  ground: Ground,
  tx: Tx,
  after: After,
  post: queries.PostRow,
): Promise<void> {
  await queries.deletePost(tx, post.id);
  await deleteObjects(tx, [post.id]);
  await withdraw(ground, tx, after, { objects: [post.id] });
  if (!post.is_draft) await countPost(tx, post, -1);
  await removeMedia(ground, tx, after, FOLDER, namesOf(post.pictures));
}
