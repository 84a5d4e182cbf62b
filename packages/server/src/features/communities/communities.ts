import type { Static } from 'typebox';
import type { CommunityDetails } from '@respa/contract/communities';
import type { Readers } from '@respa/contract/open';
import { appError } from '@respa/contract/app-errors';
import { LISTED_IDS, COMMUNITIES } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { now } from '#platform/runtime/clock.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import { bounds, withOwn, type Paging, readPage } from '#platform/database/paging.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import {
  editWithHeader,
  headerNames,
  keepPrepared,
  namesOf,
  prepareHeader,
  removeHeader,
  removeMedia,
  type HeaderFiles,
} from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { addToCounter, foldQuery, lockPerson, readDescribed } from '#features/people/service.ts';
import { deleteObjects } from '#features/reactions/service.ts';
import { countWaiting, pickAllOf } from './articles/article-list-queries.ts';
import { countUnread } from './notice-queries.ts';
import { assertMay, roleOf, runs } from './policy.ts';
import { presentCommunity, type ShownCard } from './present.ts';
import * as queries from './queries.ts';
import {
  insertSubscription,
  pickSubscribers,
  uncountSubscribers,
} from './staff/subscription-queries.ts';

const HEADER = { avatar: 'publicavatars', cover: 'publicbanners' } as const;
const PICTURES = 'publicposts';

/** Returns a community with the viewer's membership. Throws `not_found`. */
export async function getMembership(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<queries.MembershipRow> {
  const row = isId(id) ? await queries.findCommunity(context.db, id, viewer.id) : undefined;
  if (row === undefined) throw appError('not_found');
  return row;
}
/** Locks a community before anything in it. Throws `not_found`. */
export async function lockMembership(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<queries.MembershipRow> {
  const row = await queries.lockCommunity(tx, id, viewer.id);
  if (row === undefined) throw appError('not_found');
  return row;
}
export const communityChannel = (id: string): string => `public:${id}`;

/** Returns a community as its page shows it. Throws `not_found`. */
export async function getCommunity(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<Static<typeof CommunityDetails>> {
  const row = await getMembership(context, viewer, id);
  const role = roleOf(viewer.id, row);
  const isStaff = runs(role);
  const [newest, unread, proposed, scheduled] = await Promise.all([
    pickSubscribers(context.db, id, { skip: 0, limit: LISTED_IDS }),
    isStaff ? countUnread(context.db, id, viewer.id) : 0,
    countWaiting(context.db, id, 'proposed', isStaff ? undefined : viewer.id),
    isStaff ? countWaiting(context.db, id, 'scheduled') : 0,
  ]);
  return {
    ...presentCommunity(row),
    ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
    bannerUrl: row.banner_url,
    admin: row.admin_id,
    readers: row.opened_at === null ? 'members' : 'all',
    postsCount: row.posts_count,
    subscribers: withOwn(newest, viewer.id, row.is_subscriber),
    role,
    date: row.created_at.toISOString(),
    unread,
    proposed,
    scheduled,
  };
}
/** Returns cards of communities in the given order, without deleted ones. */
export async function presentCommunities(
  context: AppContext,
  viewerId: string,
  ids: string[],
): Promise<ShownCard[]> {
  const rows = await queries.gatherCommunities(context.db, viewerId, ids);
  return ids.flatMap((id) => (rows.has(id) ? [presentCommunity(rows.get(id)!)] : []));
}
/** Lists communities, the largest first; `q` is searched in names and descriptions. */
export async function listCommunities(context: AppContext, viewer: Viewer, input: Paging) {
  const folded = foldQuery(input.q ?? '');
  const { limit, skip } = bounds(input);
  const [{ rows, isLast }, count] = await context.replica.read(viewer.id, (db) =>
    Promise.all([
      readPage(limit, (most) =>
        queries.pickCommunities(db, folded, { before: input.before, skip, limit: most }),
      ),
      queries.countCommunities(db, folded),
    ]),
  );
  return {
    publics: await presentCommunities(context, viewer.id, rows),
    count,
    isLast,
  };
}
/** Returns the communities that the caller leads, then those that the caller edits. */
export const listOwn = async (context: AppContext, viewer: Viewer): Promise<ShownCard[]> =>
  presentCommunities(context, viewer.id, await queries.pickOwn(context.db, viewer.id));

export type Header = HeaderFiles & {
  name: string;
  description?: string;
  mentions?: string;
  readers?: Readers;
};
/** Returns since when everyone reads a community whose readers are set to `readers`. */
const openedAt = (readers: Readers, before: Date | null): Date | null =>
  readers === 'all' ? (before ?? now()) : null;
export async function assertMayLead(tx: Tx, userId: string): Promise<void> {
  if ((await queries.countLed(tx, userId)) >= COMMUNITIES.led) throw appError('too_many_publics');
}
/**
 * Creates a community led by the caller, who subscribes to it. Throws `too_many_publics`,
 * `bad_mentions` and the errors of `prepareHeader`. Not idempotent: two calls create two
 * communities.
 */
export async function createCommunity(context: AppContext, viewer: Viewer, input: Header) {
  const mentions = (await readDescribed(context, viewer, input)) ?? [];
  const header = await prepareHeader(context, input, HEADER);
  const id = newId();
  await keepPrepared(context, header.all, { ownerId: viewer.id, scopeId: id }, async (tx) => {
    await lockPerson(tx, viewer.id);
    await assertMayLead(tx, viewer.id);
    await queries.insertCommunity(tx, {
      id,
      name: input.name,
      description: input.description ?? '',
      mentions,
      ...headerNames(header),
      admin_id: viewer.id,
      // Without a word of its creator, nothing is shown to the whole internet.
      opened_at: openedAt(input.readers ?? 'members', null),
    });
    await insertSubscription(tx, id, viewer.id, newId());
    await queries.addToCounter(tx, id, 'subscribers_count', 1);
    await addToCounter(tx, viewer.id, 'subscribes_count', 1);
    return id;
  });
  context.live.joinTagged(`own:${viewer.id}`, communityChannel(id));
  return getCommunity(context, viewer, id);
}
/**
 * Edits a community; fields that are not given stay. Throws `not_found`, `forbidden`,
 * `bad_mentions` and the errors of `prepareHeader`.
 */
export async function editCommunity(
  context: AppContext,
  viewer: Viewer,
  id: string,
  input: Header,
) {
  assertMay(viewer, await getMembership(context, viewer, id), 'lead');
  const mentions = await readDescribed(context, viewer, input);
  await editWithHeader(
    context,
    { folders: HEADER, ownerId: viewer.id, scopeId: id },
    input,
    async (tx) => {
      const row = await lockMembership(tx, viewer, id);
      assertMay(viewer, row, 'lead');
      return row;
    },
    (tx, before, pictures) =>
      queries.updateCommunity(tx, id, {
        name: input.name,
        description: input.description ?? before.description,
        mentions: mentions ?? before.mentions,
        ...(input.readers === undefined
          ? {}
          : { opened_at: openedAt(input.readers, before.opened_at) }),
        ...pictures,
      }),
  );
  return getCommunity(context, viewer, id);
}
/**
 * Deletes a community with everything in it. Throws `not_found`, also on a second call;
 * `forbidden`.
 */
export const removeCommunity = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const row = await lockMembership(tx, viewer, id);
    if (!viewer.isAdmin) assertMay(viewer, row, 'lead');
    else if (row.admin_id !== viewer.id)
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_public',
        kind: 'public',
        objectId: id,
        personId: row.admin_id,
        removed: { after, title: `Группа «${row.name}»` },
      });
    await dropCommunity(context, tx, after, row);
  });
/**
 * Deletes a community without a permission check. The caller has checked the permission and holds
 * the community's lock.
 */
export async function dropCommunity(
  context: AppContext,
  tx: Tx,
  after: Parameters<typeof withdraw>[2],
  row: queries.CommunityRow,
): Promise<void> {
  const articles = await pickAllOf(tx, row.id);
  const ids = articles.map((article) => article.id);
  await withdraw(context, tx, after, { objects: [row.id, ...ids] });
  await deleteObjects(tx, ids);
  await uncountSubscribers(tx, row.id);
  await queries.deleteCommunity(tx, row.id);
  await removeMedia(
    context,
    tx,
    after,
    PICTURES,
    articles.flatMap(({ pictures }) => namesOf(pictures)),
  );
  await removeHeader(context, tx, after, HEADER, row);
  after(() =>
    context.live.publish(communityChannel(row.id), {
      data: { type: 'public-gone', publicId: row.id },
    }),
  );
}
/** Returns the leader of a community; null if there is no such community. */
export const findLeader = async (context: AppContext, id: string): Promise<string | null> =>
  (await queries.findCommunity(context.db, id, null))?.admin_id ?? null;
