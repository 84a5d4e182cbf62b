import type { Static } from 'typebox';
import { type Category, type Channel, CATEGORIES } from '@respa/contract/videohost';
import { appError } from '@respa/contract/app-errors';
import { LISTED_IDS, PAGE_SIZES, VIDEOHOST } from '@respa/contract/limits';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId, newId } from '#platform/runtime/ids.ts';
import { bounds, LAST_ID, withOwn, type Paging, readPage } from '#platform/database/paging.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { rememberTotal } from '#platform/database/totals.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import {
  editWithHeader,
  headerNames,
  keepPrepared,
  prepareHeader,
  removeMediaOf,
  type HeaderFiles,
} from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { foldQuery, presentCards, readDescribed } from '#features/people/service.ts';
import { deleteObjects } from '#features/reactions/service.ts';
import * as memberships from './membership-queries.ts';
import * as queries from './channel-queries.ts';
import { pickOpenOfChannel } from '../open-queries.ts';
import { assertMay, roleOf } from '../policy.ts';
import { presentChannel, type ShownChannel } from '../present.ts';
import { addToTotal, pickAllOf } from '../video-queries.ts';

const HEADER = { avatar: 'channelavatars', cover: 'channelbanners' } as const;

/** Returns a channel with the viewer's relationship to it. Throws `not_found`. */
export async function getMembership(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<queries.RelationshipRow> {
  const row = isId(id) ? await queries.findChannel(context.db, id, viewer.id) : undefined;
  if (row === undefined) throw appError('not_found');
  return row;
}
/** Locks a channel before anything in it. Throws `not_found`. */
export async function lockMembership(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<queries.RelationshipRow> {
  const row = isId(id) ? await queries.lockChannel(tx, id, viewer.id) : undefined;
  if (row === undefined) throw appError('not_found');
  return row;
}

/** Returns a channel as its page shows it. Throws `not_found`. */
export async function getChannel(
  context: AppContext,
  viewer: Viewer,
  id: string,
): Promise<Static<typeof Channel>> {
  const row = await getMembership(context, viewer, id);
  const newest = (await queries.pickSubscribers(context.db, id, { limit: LISTED_IDS })).map(
    (one) => one.user_id,
  );
  return {
    ...presentChannel(row),
    ...(row.mentions.length === 0 ? {} : { mentions: row.mentions }),
    videosCount: row.videos_count,
    isOpen: (await pickOpenOfChannel(context.db, id, LAST_ID, 1)).length > 0,
    subscribers: withOwn(newest, viewer.id, row.is_subscriber),
    role: roleOf(viewer.id, row),
  };
}
/** Returns the channel of a user, or null. */
export async function findChannelOf(
  context: AppContext,
  viewer: Viewer,
  userId: string,
): Promise<Static<typeof Channel> | null> {
  const id = isId(userId) ? await queries.findOwned(context.db, userId) : undefined;
  const row = id === undefined ? undefined : await queries.findChannel(context.db, id, viewer.id);
  return row === undefined ? null : getChannel(context, viewer, row.id);
}
/** Returns a channel by its name: the caller's own first, then the oldest. Throws `not_found`. */
export async function getNamed(
  context: AppContext,
  viewer: Viewer,
  name: string,
): Promise<Static<typeof Channel>> {
  return getChannel(context, viewer, (await queries.findNamed(context.db, name, viewer.id)) ?? '');
}
/**
 * Returns cards of channels in the given order, without channels that were deleted or whose owner
 * blocks the viewer.
 */
export async function presentChannels(
  context: AppContext,
  viewerId: string,
  ids: string[],
): Promise<ShownChannel[]> {
  const rows = await queries.gatherChannels(context.db, viewerId, ids);
  return ids.flatMap((id) => (rows.has(id) ? [presentChannel(rows.get(id)!)] : []));
}
/** Returns the caller's own channel, then those that the caller helps. */
export async function listOwn(context: AppContext, viewer: Viewer): Promise<ShownChannel[]> {
  const [own, helped] = await Promise.all([
    queries.findOwned(context.db, viewer.id),
    queries.pickHelped(context.db, viewer.id),
  ]);
  return presentChannels(context, viewer.id, [...(own === undefined ? [] : [own]), ...helped]);
}
/** Lists channels, the largest first; `q` is searched in names, descriptions and categories. */
export async function listChannels(
  context: AppContext,
  viewer: Viewer,
  input: Paging & { category?: Category },
) {
  const what = { folded: foldQuery(input.q ?? ''), category: input.category };
  const { limit, skip } = bounds(input);
  const [{ rows, isLast }, count] = await Promise.all([
    readPage(limit, (most) =>
      queries.pickChannels(context.db, viewer.id, {
        ...what,
        before: input.before,
        skip,
        limit: most,
      }),
    ),
    rememberTotal(context, `channels ${JSON.stringify(what)}`, () =>
      context.replica.read(null, (db) => queries.countChannels(db, what, PAGE_SIZES.wholeList)),
    ),
  ]);
  return {
    channels: await presentChannels(context, viewer.id, rows),
    count,
    isLast,
  };
}

export type Header = HeaderFiles & {
  name: string;
  description?: string;
  mentions?: string;
  category?: Category;
};
/**
 * Creates the caller's only channel. Throws `has_channel`, `bad_mentions` and the errors of
 * `prepareHeader`.
 */
export async function createChannel(context: AppContext, viewer: Viewer, input: Header) {
  if ((await queries.findOwned(context.db, viewer.id)) !== undefined) throw appError('has_channel');
  const mentions = (await readDescribed(context, viewer, input)) ?? [];
  const header = await prepareHeader(context, input, HEADER);
  const id = newId();
  await keepPrepared(context, header.all, { ownerId: viewer.id, scopeId: id }, async (tx) => {
    const isMade = await queries.insertChannel(tx, {
      id,
      name: input.name,
      description: input.description ?? '',
      mentions,
      category: input.category ?? CATEGORIES[0],
      ...headerNames(header),
      admin_id: viewer.id,
    });
    if (!isMade) throw appError('has_channel');
    return id;
  });
  return getChannel(context, viewer, id);
}
/**
 * Edits a channel; fields that are not given stay. Throws `not_found`, `forbidden`, `bad_mentions`
 * and the errors of `prepareHeader`.
 */
export async function editChannel(context: AppContext, viewer: Viewer, id: string, input: Header) {
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
      queries.updateChannel(tx, id, {
        name: input.name,
        description: input.description ?? before.description,
        mentions: mentions ?? before.mentions,
        category: input.category ?? before.category,
        ...pictures,
      }),
  );
  return getChannel(context, viewer, id);
}
/**
 * Deletes a channel with all its videos. Throws `not_found`, also on a second call; `forbidden`.
 */
export const removeChannel = (context: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(context, async (tx, after) => {
    const row = await lockMembership(tx, viewer, id);
    if (!viewer.isAdmin) assertMay(viewer, row, 'lead');
    else if (row.admin_id !== viewer.id)
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_channel',
        kind: 'channel',
        objectId: id,
        personId: row.admin_id,
        removed: { after, title: `Канал «${row.name}»` },
      });
    await dropChannel(context, tx, after, row);
  });
/**
 * Deletes a channel without a permission check. The caller has checked the permission and holds the
 * channel's lock.
 */
export async function dropChannel(
  context: AppContext,
  tx: Tx,
  after: After,
  row: queries.ChannelRow,
): Promise<void> {
  const videos = await pickAllOf(tx, row.id);
  const ids = videos.map(({ id }) => id);
  await withdraw(context, tx, after, { objects: ids });
  await deleteObjects(tx, ids);
  for (const [category, group] of Map.groupBy(
    videos.filter(({ listed }) => listed),
    (video) => video.category,
  ))
    await addToTotal(tx, category, -group.length);
  await queries.deleteChannel(tx, row.id);
  for (const id of [row.id, ...ids]) await removeMediaOf(context, tx, after, { scopeId: id });
}
/** Returns the owner of a channel that the viewer can find; null if there is none. */
export const findChannelOwner = async (
  context: AppContext,
  viewerId: string,
  id: string,
): Promise<string | null> =>
  (isId(id) ? (await queries.findChannel(context.db, id, viewerId))?.admin_id : null) ?? null;

// ── helpers
/** Returns the helpers of a channel in the order in which they joined. Throws `not_found`. */
export async function listHelpers(context: AppContext, viewer: Viewer, id: string) {
  await getMembership(context, viewer, id);
  return {
    helpers: await presentCards(context, viewer.id, await memberships.listHelpers(context.db, id)),
  };
}
/**
 * Makes a subscriber a helper, who may upload and moderate. Idempotent. Throws `not_found`,
 * `forbidden`, `self`, `not_subscribed`, `too_many_helpers`.
 */
export const addHelper = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> =>
  transaction(context, async (tx) => {
    assertMay(viewer, await lockMembership(tx, viewer, id), 'lead');
    if (userId === viewer.id) throw appError('self');
    if (!isId(userId) || !(await memberships.isSubscriber(tx, id, userId)))
      throw appError('not_subscribed', { text: 'Этот человек не подписан на канал.' });
    const helpers = await memberships.listHelpers(tx, id);
    if (helpers.length >= VIDEOHOST.helpers && !helpers.includes(userId))
      throw appError('too_many_helpers');
    await memberships.insertHelper(tx, id, userId);
  });
/**
 * Removes a helper: the channel's owner may, and the helper. Idempotent. Throws `not_found`,
 * `forbidden`.
 */
export const removeHelper = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<void> =>
  transaction(context, async (tx) => {
    const row = await lockMembership(tx, viewer, id);
    if (userId !== viewer.id) assertMay(viewer, row, 'lead');
    if (isId(userId)) await memberships.deleteHelper(tx, id, userId);
  });
