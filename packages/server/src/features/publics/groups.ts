import type { Static } from 'typebox';
import type { Public } from '@respa/contract/publics';
import { fault } from '@respa/contract/faults';
import { LISTED_IDS, PUBLICS } from '@respa/contract/limits';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { isId, newId } from '#platform/ids.ts';
import { oneLine } from '#platform/one-line.ts';
import { bounds, withOwn, type Paging } from '#platform/paging.ts';
import type { Viewer } from '#platform/serve.ts';
import { transaction } from '#platform/transaction.ts';
import {
  headerNames,
  keepPrepared,
  namesOf,
  prepareHeader,
  removeHeader,
  removeMedia,
  replaceHeader,
  type HeaderFiles,
} from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { addToCounter, foldQuery, lockPerson } from '#features/people/service.ts';
import { deleteObjects } from '#features/reactions/service.ts';
import { countWaiting, pickAllOf } from './article-queries.ts';
import { countUnread } from './notice-queries.ts';
import { assertMay, roleOf, runs } from './policy.ts';
import { presentPublic, type ShownCard } from './present.ts';
import * as queries from './queries.ts';
import { insertSubscription, pickSubscribers, uncountSubscribers } from './subscription-queries.ts';

const HEADER = { avatar: 'publicavatars', cover: 'publicbanners' } as const;
const PICTURES = 'publicposts';

/** A group and what the viewer is to it. Throws `not_found`. */
export async function getStanding(
  ground: Ground,
  viewer: Viewer,
  id: string,
): Promise<queries.StandingRow> {
  const row = isId(id) ? await queries.findPublic(ground.db, id, viewer.id) : undefined;
  if (row === undefined) throw fault('not_found');
  return row;
}
/** Holds a group before anything in it. Throws `not_found`. */
export async function lockStanding(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<queries.StandingRow> {
  const row = await queries.lockPublic(tx, id, viewer.id);
  if (row === undefined) throw fault('not_found');
  return row;
}
export const publicChannel = (id: string): string => `public:${id}`;

/** A group as its page shows it. Throws `not_found`. */
export async function getPublic(
  ground: Ground,
  viewer: Viewer,
  id: string,
): Promise<Static<typeof Public>> {
  const row = await getStanding(ground, viewer, id);
  const role = roleOf(viewer.id, row);
  const isStaff = runs(role);
  const [newest, unread, proposed, scheduled] = await Promise.all([
    pickSubscribers(ground.db, id, { skip: 0, limit: LISTED_IDS }),
    isStaff ? countUnread(ground.db, id, viewer.id) : 0,
    countWaiting(ground.db, id, 'proposed', isStaff ? undefined : viewer.id),
    isStaff ? countWaiting(ground.db, id, 'scheduled') : 0,
  ]);
  return {
    ...presentPublic(row),
    bannerUrl: row.banner_url,
    admin: row.admin_id,
    postsCount: row.posts_count,
    subscribers: withOwn(newest, viewer.id, row.is_subscriber),
    role,
    date: row.created_at.toISOString(),
    unread,
    proposed,
    scheduled,
  };
}
/** Cards of groups in the given order, without those that are gone. */
export async function presentPublics(
  ground: Ground,
  viewerId: string,
  ids: string[],
): Promise<ShownCard[]> {
  const rows = await queries.gatherPublics(ground.db, viewerId, ids);
  return ids.flatMap((id) => (rows.has(id) ? [presentPublic(rows.get(id)!)] : []));
}
/** Groups, the largest first; `q` is searched in names and descriptions. */
export async function listPublics(ground: Ground, viewer: Viewer, given: Paging) {
  const folded = foldQuery(given.q ?? '');
  const { limit, skip } = bounds(given);
  const [picked, count] = await ground.lagging.read(viewer.id, (db) =>
    Promise.all([
      queries.pickPublics(db, folded, { before: given.before, skip, limit: limit + 1 }),
      queries.countPublics(db, folded),
    ]),
  );
  return {
    publics: await presentPublics(ground, viewer.id, picked.slice(0, limit)),
    count,
    isLast: picked.length <= limit,
  };
}
/** The groups that the caller leads, then those that the caller writes for. */
export const listOwn = async (ground: Ground, viewer: Viewer): Promise<ShownCard[]> =>
  presentPublics(ground, viewer.id, await queries.pickOwn(ground.db, viewer.id));

export type Header = HeaderFiles & { name: string; description?: string };
export async function assertMayLead(tx: Tx, userId: string): Promise<void> {
  if ((await queries.countLed(tx, userId)) >= PUBLICS.led) throw fault('too_many_publics');
}
/** Makes a group that the caller leads and reads. Throws `too_many_publics` and what the pictures deserve. Not idempotent: sent twice, it is two groups. */
export async function createPublic(ground: Ground, viewer: Viewer, given: Header) {
  const header = await prepareHeader(ground, given, HEADER);
  const id = newId();
  await keepPrepared(ground, header.all, { ownerId: viewer.id, scopeId: id }, async (tx) => {
    await lockPerson(tx, viewer.id);
    await assertMayLead(tx, viewer.id);
    await queries.insertPublic(tx, {
      id,
      name: oneLine(given.name),
      description: given.description ?? '',
      ...headerNames(header),
      admin_id: viewer.id,
    });
    await insertSubscription(tx, id, viewer.id, newId());
    await queries.addToCounter(tx, id, 'subscribers_count', 1);
    await addToCounter(tx, viewer.id, 'subscribes_count', 1);
    return id;
  });
  ground.live.joinTagged(`own:${viewer.id}`, publicChannel(id));
  return getPublic(ground, viewer, id);
}
/** Changes a group; what is not given stays. Throws `not_found`, `forbidden` and what the pictures deserve. */
export async function editPublic(ground: Ground, viewer: Viewer, id: string, given: Header) {
  assertMay(viewer, await getStanding(ground, viewer, id), 'lead');
  const header = await prepareHeader(ground, given, HEADER);
  await keepPrepared(ground, header.all, { ownerId: viewer.id, scopeId: id }, async (tx, after) => {
    const before = await lockStanding(tx, viewer, id);
    assertMay(viewer, before, 'lead');
    const pictures = await replaceHeader(ground, tx, after, HEADER, before, header, given.removal);
    await queries.updatePublic(tx, id, {
      name: oneLine(given.name),
      description: given.description ?? before.description,
      ...pictures,
    });
    return true;
  });
  return getPublic(ground, viewer, id);
}
/** Deletes a group with all that is in it. Throws `not_found`, also the second time; `forbidden`. */
export const removePublic = (ground: Ground, viewer: Viewer, id: string): Promise<void> =>
  transaction(ground, async (tx, after) => {
    const row = await lockStanding(tx, viewer, id);
    if (!viewer.isAdmin) assertMay(viewer, row, 'lead');
    else if (row.admin_id !== viewer.id)
      await ground.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'remove_public',
        kind: 'public',
        objectId: id,
        personId: row.admin_id,
        removed: { after, title: `Группа «${row.name}»` },
      });
    await dropPublic(ground, tx, after, row);
  });
/** The same for whoever has decided already; the group is held. */
export async function dropPublic(
  ground: Ground,
  tx: Tx,
  after: Parameters<typeof withdraw>[2],
  row: queries.PublicRow,
): Promise<void> {
  const articles = await pickAllOf(tx, row.id);
  const ids = articles.map((article) => article.id);
  await withdraw(ground, tx, after, { objects: [row.id, ...ids] });
  await deleteObjects(tx, ids);
  await uncountSubscribers(tx, row.id);
  await queries.deletePublic(tx, row.id);
  await removeMedia(
    ground,
    tx,
    after,
    PICTURES,
    articles.flatMap(({ pictures }) => namesOf(pictures)),
  );
  await removeHeader(ground, tx, after, HEADER, row);
  after(() =>
    ground.live.publish(publicChannel(row.id), { data: { type: 'public-gone', publicId: row.id } }),
  );
}
/** Who leads a group; null where there is none. */
export const findLeader = async (ground: Ground, id: string): Promise<string | null> =>
  (await queries.findPublic(ground.db, id, null))?.admin_id ?? null;
