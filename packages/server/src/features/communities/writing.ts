import { DAY_MS } from '@respa/contract/durations';
import { COMMUNITIES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { now, nowMs } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import {
  choosePictures,
  keepPrepared,
  pictureOf,
  preparePictures,
  readKeep,
  removeMedia,
} from '#features/media/service.ts';
import { attachLink, planLink, reattachLink } from '#features/links/service.ts';
import { addPoll, readPoll } from '#features/polls/service.ts';
import { readNamed } from '#features/people/service.ts';
import { addRepost, type Ref } from '#features/sharing/service.ts';
import * as queries from './article-queries.ts';
import { getSeen, MOST_PICTURES, showOne } from './articles.ts';
import { notifyStaff } from './notices.ts';
import { assertMay } from './policy.ts';
import type { ShownArticle } from './present.ts';
import type { MembershipRow } from './queries.ts';
import { getMembership, lockMembership } from './communities.ts';
import {
  ARTICLE_FOLDER,
  makeVisible,
  notifyNamedIn,
  wakeAt,
  notifyChanged,
  lockSeen,
  assertMayEdit,
} from './publishing.ts';

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

const linkedTo = (id: string, { id: authorId }: Viewer) => ({
  container: { kind: 'publicpost', id } as const,
  authorId,
});

type Text = { title?: string; text?: string; files: StagedFile[] };
type NewArticle = Text & {
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
        pictures: prepared.map(pictureOf),
        state,
        publish_at: publishAt,
        is_proposal: state === 'proposed',
        has_poll: poll !== null,
        is_repost: input.repost !== undefined,
        mentions,
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
        (await queries.countWaiting(tx, publicId, 'scheduled')) >= COMMUNITIES.scheduled
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
    if (
      (await queries.countWaiting(tx, publicId, 'proposed', viewer.id)) >= COMMUNITIES.proposedEach
    )
      throw appError('too_many_waiting');
  });
}
export type ArticleEdit = Text & {
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
  const keep = input.keep === undefined ? undefined : readKeep(input.keep);
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
      const { kept, dropped, isSame } = choosePictures(article.pictures, keep);
      if (kept.length + prepared.length > MOST_PICTURES) throw appError('too_many_files');
      if (kept.length + prepared.length === 0 && !article.is_repost) throw appError('no_file');
      await removeMedia(context, tx, after, ARTICLE_FOLDER, dropped);
      const [title, text] = [input.title ?? article.title, input.text ?? article.text];
      const isChanged =
        title !== article.title || text !== article.text || prepared.length > 0 || !isSame;
      if (input.text !== undefined) await reattachLink(context, tx, linkedTo(id, viewer), link);
      const changed = await queries.updateArticle(tx, id, {
        title,
        text,
        pictures: [...kept, ...prepared.map(pictureOf)],
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
