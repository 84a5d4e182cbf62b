import { COMMUNITIES } from '@respa/contract/limits';
import type { ArticleCommenters } from '@respa/contract/post-options';
import { appError } from '@respa/contract/app-errors';
import { now } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import {
  keepPrepared,
  planPictures,
  preparePictures,
  removeMedia,
} from '#features/media/service.ts';
import { attachLink, planLink, reattachLink } from '#features/links/service.ts';
import { insertVersion, parsePublishAt } from '#features/posts/service.ts';
import { addPoll, readPoll } from '#features/polls/service.ts';
import { readNamed } from '#features/people/service.ts';
import { addRepost, type Ref } from '#features/sharing/service.ts';
import * as queries from './article-queries.ts';
import * as lists from './article-list-queries.ts';
import { getSeen, MOST_PICTURES, showOne } from './articles.ts';
import { notifyStaff } from '../notices.ts';
import { assertMay } from '../policy.ts';
import type { ShownArticle } from '../present.ts';
import type { MembershipRow } from '../queries.ts';
import { getMembership, lockMembership } from '../communities.ts';
import {
  ARTICLE_FOLDER,
  makeVisible,
  notifyNamedIn,
  wakeAt,
  notifyChanged,
  lockSeen,
  assertMayEdit,
} from './publishing.ts';

const linkedTo = (id: string, { id: authorId }: Viewer) => ({
  container: { kind: 'publicpost', id } as const,
  authorId,
});

type Text = { title?: string; text?: string; files: StagedFile[] };
type Options = { pictures?: string; commentsFor?: ArticleCommenters };
type NewArticle = Text &
  Options & {
    poll?: string;
    mentions?: string;
    /** What the article shares. */
    repost?: Ref;
  };
async function insert(
  context: AppContext,
  viewer: Viewer,
  publicId: string,
  input: NewArticle,
  state: 'published' | 'scheduled' | 'proposed',
  publishAt: Date | null,
  admit: (tx: Tx, community: MembershipRow) => Promise<void>,
): Promise<ShownArticle> {
  if (input.files.length === 0 && input.repost === undefined) throw appError('no_file');
  const poll = readPoll(input.poll);
  if (publishAt !== null && poll?.closesAt != null && poll.closesAt <= publishAt)
    throw appError('bad_date', { text: 'Опрос закончится раньше, чем выйдет пост.' });
  const text = input.text ?? '';
  const mentions = await readNamed(context, viewer, text, input.mentions);
  const link = await planLink(context, viewer.id, { text, mentions });
  const pictures = planPictures([], { pictures: input.pictures }, input.files.length);
  const prepared = await preparePictures(context, input.files, ARTICLE_FOLDER);
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
        text,
        pictures: pictures.place(prepared),
        state,
        publish_at: publishAt,
        is_proposal: state === 'proposed',
        has_poll: poll !== null,
        is_repost: input.repost !== undefined,
        mentions,
        comments_for: input.commentsFor ?? 'all',
      });
      if (input.repost !== undefined)
        await addRepost(context, tx, after, {
          container: { kind: 'publicpost', id },
          of: input.repost,
          // Readers do not learn who of the staff wrote an article.
          toldBy: null,
        });
      await addPoll(tx, { kind: 'publicpost', id }, poll);
      await attachLink(context, tx, linkedTo(id, viewer), link);
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
 * `no_file`, `bad_date`, `too_many_waiting` and the errors of `readPoll` and `preparePictures`. Not
 * idempotent: two calls create two articles.
 */
export async function createArticle(
  context: AppContext,
  viewer: Viewer,
  publicId: string,
  input: NewArticle & { publishAt?: string },
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
        (await lists.countWaiting(tx, publicId, 'scheduled')) >= COMMUNITIES.scheduled
      )
        throw appError('too_many_waiting');
    },
  );
}
/**
 * Proposes an article to a community's staff. Throws `not_found`, `banned_here`, `no_file`,
 * `too_many_waiting` and the errors of `readPoll` and `preparePictures`. Not idempotent: two calls
 * create two articles.
 */
export async function propose(
  context: AppContext,
  viewer: Viewer,
  publicId: string,
  input: NewArticle,
): Promise<ShownArticle> {
  assertMay(viewer, await getMembership(context, viewer, publicId), 'join');
  return insert(context, viewer, publicId, input, 'proposed', null, async (tx, community) => {
    assertMay(viewer, community, 'join');
    if ((await lists.countWaiting(tx, publicId, 'proposed', viewer.id)) >= COMMUNITIES.proposedEach)
      throw appError('too_many_waiting');
  });
}
export type ArticleEdit = Text &
  Options & {
    publishAt?: string;
    keep?: string;
    edited?: string;
    mentions?: string;
  };
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
  planPictures(seen.article.pictures, input, input.files.length);
  const publishAt = seen.article.state === 'scheduled' ? parsePublishAt(input.publishAt) : null;
  const mentions =
    input.text === undefined
      ? undefined
      : await readNamed(context, viewer, input.text, input.mentions);
  const link =
    input.text === undefined
      ? null
      : await planLink(context, viewer.id, { text: input.text, mentions: mentions ?? [] });
  const prepared = await preparePictures(context, input.files, ARTICLE_FOLDER);
  const row = await keepPrepared(
    context,
    prepared,
    { ownerId: viewer.id, scopeId: id },
    async (tx, after) => {
      const { community, article } = await lockSeen(tx, viewer, seen.community.id, id);
      assertMayEdit(viewer, community, article);
      if (input.edited !== undefined && input.edited !== (article.edited_at?.toISOString() ?? ''))
        throw appError('changed_elsewhere');
      const pictures = planPictures(article.pictures, input, prepared.length);
      if (pictures.count > MOST_PICTURES) throw appError('too_many_files');
      if (pictures.count === 0 && !article.is_repost) throw appError('no_file');
      await removeMedia(context, tx, after, ARTICLE_FOLDER, pictures.dropped);
      const [title, text] = [input.title ?? article.title, input.text ?? article.text];
      const isReworded = title !== article.title || text !== article.text;
      const isChanged = isReworded || prepared.length > 0 || !pictures.isSame;
      if (isReworded && article.state === 'published')
        await insertVersion(tx, 'publicpost', article);
      if (input.text !== undefined) await reattachLink(context, tx, linkedTo(id, viewer), link);
      const changed = await queries.updateArticle(tx, id, {
        title,
        text,
        pictures: pictures.place(prepared),
        ...(input.commentsFor === undefined ? {} : { comments_for: input.commentsFor }),
        ...(mentions === undefined ? {} : { mentions }),
        ...(isChanged ? { edited_at: now() } : {}),
        ...(publishAt === null ? {} : { publish_at: publishAt }),
      });
      if (publishAt !== null) await wakeAt(context, tx, changed);
      if (changed.state === 'published')
        await notifyNamedIn(context, tx, after, changed, article.mentions);
      notifyChanged(context, after, community.id);
      return changed;
    },
  );
  return showOne(context, viewer, row);
}
