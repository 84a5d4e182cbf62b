import type { Static } from 'typebox';
import type { Post } from '@respa/contract/wall';
import { PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import type { StagedFile } from '#platform/staging.ts';
import { keepPrepared, preparePictures, removeMedia } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { addToCounter, findPersonFor, gatherCards, getPerson, maySee, maySeeOf, presentHead, removedPerson } from '#features/people/service.ts';
import { deleteObjects, gatherCounts, insertObject } from '#features/reactions/service.ts';
import { transaction } from '#platform/transaction.ts';
import { tellFriends } from './announce.ts';
import * as queries from './queries.ts';

const FOLDER = 'userposts';
type Shown = Static<typeof Post>;

async function present(ground: Ground, viewerId: string | null, rows: queries.PostRow[]): Promise<Shown[]> {
  const [cards, counts] = await Promise.all([
    gatherCards(ground.db, [...new Set(rows.map((row) => row.author_id))]), gatherCounts(ground.db, viewerId, rows.map((row) => row.id)),
  ]);
  return rows.map((row) => {
    const count = counts.get(row.id) ?? { likes: 0, comments: 0, liked: false };
    return {
      _id: row.id, user: row.author_id, title: row.text, images: row.pictures.map((picture) => picture.name), pictures: row.pictures,
      date: row.created_at.toISOString(), likes: count.likes, comments: count.comments, liked: count.liked,
      head: presentHead(cards.get(row.author_id) ?? removedPerson(row.author_id)),
    };
  });
}

/** Puts a post on the own wall. Throws `empty_post` and what the pictures deserve. Not idempotent: sent twice, it is two posts. */
export async function createPost(ground: Ground, viewer: Viewer, given: { title?: string; files: StagedFile[] }): Promise<Shown> {
  const text = given.title ?? '';
  if (text === '' && given.files.length === 0) throw fault('empty_post');
  const prepared = await preparePictures(ground, given.files, FOLDER);
  const id = newId();
  const row = await keepPrepared(ground, prepared, { ownerId: viewer.id, scopeId: id }, async (tx, after) => {
    const inserted = await queries.insertPost(tx, {
      id, author_id: viewer.id, text, pictures: prepared.map(({ name, width, height, thumbhash }) => ({ name, width, height, thumbhash })),
    });
    await insertObject(tx, id, 'userpost', viewer.id);
    await addToCounter(tx, viewer.id, 'posts_count', 1);
    after(() => ground.live.publish(`wall:${viewer.id}`, { data: { type: 'post', id } }));
    after(() => tellFriends(ground, viewer.id, id));
    return inserted;
  });
  return (await present(ground, viewer.id, [row]))[0]!;
}
/** Deletes an own post with its pictures, likes, comments and notices. Throws `not_found`, also the second time; `forbidden` to others. */
export const removePost = (ground: Ground, viewer: Viewer, id: string): Promise<void> => transaction(ground, async (tx, after) => {
  const post = await queries.lockPost(tx, id);
  if (post === undefined) throw fault('not_found');
  if (post.author_id !== viewer.id) throw fault('forbidden');
  await queries.deletePost(tx, id);
  await deleteObjects(tx, [id]);
  await withdraw(ground, tx, after, { objects: [id] });
  await addToCounter(tx, viewer.id, 'posts_count', -1);
  await removeMedia(ground, tx, after, FOLDER, post.pictures.map((picture) => picture.name));
});
/** A post that the viewer may see. Throws `not_found` for all others. */
export async function getPost(ground: Ground, viewer: Viewer, id: string): Promise<Shown> {
  const post = await queries.findPost(ground.db, id);
  if (post === undefined || !(await maySeeOf(ground, viewer.id, post.author_id, 'wall'))) throw fault('not_found');
  return (await present(ground, viewer.id, [post]))[0]!;
}
/** A page of somebody's wall; nothing, and `hidden`, where it is not for the viewer. `before` is the last post that the caller has seen. Throws `not_found`. */
export async function listWall(ground: Ground, viewer: Viewer | null, given: { userId: string; page: number; offset: number; before?: string }) {
  const person = await getPerson(ground, viewer?.id ?? null, given.userId);
  if (!(await maySee(ground, viewer?.id ?? null, person, 'wall'))) return { posts: [], count: 0, isLast: true, hidden: true };
  const skip = given.before === undefined ? (Math.max(1, given.page) - 1) * PAGE_SIZES.posts + given.offset : 0;
  const picked = await queries.pickWall(ground.db, given.userId, { before: given.before, skip, limit: PAGE_SIZES.posts + 1 });
  return { posts: await present(ground, viewer?.id ?? null, picked.slice(0, PAGE_SIZES.posts)), count: person.posts_count, isLast: picked.length <= PAGE_SIZES.posts, hidden: false };
}
export async function listFriendsPosts(ground: Ground, viewer: Viewer, before?: string) {
  const picked = await queries.pickFriendsPosts(ground.db, viewer.id, { before, limit: PAGE_SIZES.posts + 1 });
  return { posts: await present(ground, viewer.id, picked.slice(0, PAGE_SIZES.posts)), isLast: picked.length <= PAGE_SIZES.posts };
}
/** Who stands above a post: takes the author's id or the post's. */
export async function getHead(ground: Ground, viewer: Viewer, id: string) {
  const author = (await queries.findPost(ground.db, id))?.author_id ?? id;
  const person = await findPersonFor(ground.db, author, viewer.id);
  if (person === undefined) throw fault('not_found');
  return presentHead(person);
}
/** Whose post it is, or null where the viewer may not see it. */
export async function findPostAuthor(ground: Ground, viewerId: string | null, id: string): Promise<string | null> {
  const post = await queries.findPost(ground.db, id);
  return post !== undefined && (await maySeeOf(ground, viewerId, post.author_id, 'wall')) ? post.author_id : null;
}
/** Who may see a post: for reactions and media, which know no walls. */
export const maySeePost = async (ground: Ground, viewerId: string | null, id: string): Promise<boolean> => (await findPostAuthor(ground, viewerId, id)) !== null;
