import { appError } from '@respa/contract/app-errors';
import type { PostCommenters } from '@respa/contract/post-options';
import type { PostAudience } from '@respa/contract/wall';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import {
  keepPrepared,
  namesOf,
  planPictures,
  preparePictures,
  removeMedia,
} from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { addToCounter, readNamed } from '#features/people/service.ts';
import { attachLink, planLink, reattachLink } from '#features/links/service.ts';
import { addPoll, readPoll } from '#features/polls/service.ts';
import { insertVersion, parsePublishAt } from '#features/posts/service.ts';
import { deleteObjects } from '#features/reactions/service.ts';
import type { Ref } from '#features/sharing/service.ts';
import { shareIn } from './reposts.ts';
import { notifyNamedIn } from './named.ts';
import { applyEdit, type Edit } from './editing.ts';
import {
  assertMaySchedule,
  countPost,
  FOLDER,
  lockOwn,
  lockWall,
  makeVisible,
  wakeAt,
} from './publishing.ts';
import type { Shown } from './present.ts';
import * as queries from './queries.ts';
import { getOwn, showPosts } from './service.ts';

const show = async (context: AppContext, viewer: Viewer, row: queries.PostRow): Promise<Shown> =>
  (await showPosts(context, viewer.id, [row]))[0]!;

const linkedTo = ({ id, author_id: authorId }: queries.PostRow) => ({
  container: { kind: 'userpost', id } as const,
  authorId,
});

/** Fields that a new and a changed post have in common, as they are sent. */
type Options = {
  pictures?: string;
  commentsFor?: PostCommenters;
  publishAt?: string;
  video?: string;
};
/** Returns the video of a form; null for none. Throws `not_found` if it is not the author's. */
async function readVideo(
  context: AppContext,
  viewer: Viewer,
  input: string | undefined,
): Promise<string | null> {
  if (input === undefined || input === '') return null;
  if (!isId(input) || !(await context.postVideos.isOwn(viewer.id, input)))
    throw appError('not_found', { text: 'Этого видео нет на вашем канале.' });
  return input;
}

export type NewPost = Options & {
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
 * Creates a post on the own wall, a draft, or a scheduled post. Throws `empty_post`, `bad_date`,
 * `too_many_waiting`, `not_found` for a video, and the errors of `readPoll`, `readNamed` and
 * `preparePictures`. Not idempotent: two calls create two posts.
 */
export async function createPost(
  context: AppContext,
  viewer: Viewer,
  input: NewPost,
): Promise<Shown> {
  const text = input.title ?? '';
  const poll = readPoll(input.poll);
  const publishAt = parsePublishAt(input.publishAt);
  if (publishAt !== null && poll?.closesAt != null && poll.closesAt <= publishAt)
    throw appError('bad_date', { text: 'Опрос закончится раньше, чем выйдет пост.' });
  const video = await readVideo(context, viewer, input.video);
  const isEmpty = text === '' && input.files.length === 0 && poll === null && video === null;
  if (isEmpty && input.repost === undefined) throw appError('empty_post');
  const pictures = planPictures([], { pictures: input.pictures }, input.files.length);
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
      if (publishAt !== null) await assertMaySchedule(tx, viewer.id);
      const post = await queries.insertPost(tx, {
        id,
        author_id: viewer.id,
        text,
        pictures: pictures.place(prepared),
        audience: input.audience ?? 'all',
        is_draft: publishAt !== null || (input.draft ?? false),
        has_poll: poll !== null,
        is_repost: input.repost !== undefined,
        mentions,
        comments_for: input.commentsFor ?? 'all',
        publish_at: publishAt,
        video_id: video,
      });
      if (input.repost !== undefined) await shareIn(context, tx, after, post, input.repost);
      await addPoll(tx, { kind: 'userpost', id }, poll);
      await attachLink(context, tx, linkedTo(post), link);
      if (!post.is_draft) await makeVisible(context, tx, after, post);
      await wakeAt(context, tx, post);
      return post;
    },
  );
  return show(context, viewer, row);
}

export type PostEdit = Options & {
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
    commentsFor: input.commentsFor,
    publishAt: input.publishAt === undefined ? undefined : parsePublishAt(input.publishAt),
    video: input.video === undefined ? undefined : await readVideo(context, viewer, input.video),
    keep: input.keep,
    pictures: input.pictures,
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
      const { isChanged, pictures, ...next } = applyEdit(post, edit, prepared.length);
      const { audience } = next;
      await removeMedia(context, tx, after, FOLDER, pictures.dropped);
      if (!post.is_draft && next.text !== post.text) await insertVersion(tx, 'userpost', post);
      if (next.publish_at !== null && post.publish_at === null)
        await assertMaySchedule(tx, viewer.id);
      if (audience !== post.audience && !post.is_draft) {
        await addToCounter(tx, viewer.id, 'friends_posts_count', audience === 'friends' ? 1 : -1);
        if (audience === 'friends')
          await withdraw(context, tx, after, { object: id, strangersTo: viewer.id });
      }
      if (input.title !== undefined) await reattachLink(context, tx, linkedTo(post), link);
      const changed = await queries.updatePost(tx, id, {
        ...next,
        mentions: mentions ?? post.mentions,
        pictures: pictures.place(prepared),
        edited_at: isChanged ? now() : post.edited_at,
      });
      if (!post.is_draft) await notifyNamedIn(context, tx, after, changed, post.mentions);
      await wakeAt(context, tx, changed);
      return changed;
    },
  );
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
