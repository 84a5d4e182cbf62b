import type { Static } from 'typebox';
import { appError } from '@respa/contract/app-errors';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { Repost, SharedKind } from '@respa/contract/sharing';
import { LAST_ID } from '#platform/database/paging.ts';
import type { Tx } from '#platform/database/db.ts';
import type { After } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { notify } from '#features/notifications/service.ts';
import { findObject } from '#features/reactions/service.ts';
import * as queries from './queries.ts';
import type { Card } from './state.ts';

export type { Ref } from './queries.ts';
export type { Card, GatherCards } from './state.ts';

const keyOf = ({ kind, id }: queries.Ref): string => `${kind}/${id}`;

/**
 * Returns the cards of those objects that the viewer may see, in the given order, without the
 * others. Each kind is asked once.
 */
export async function gatherObjects(
  context: AppContext,
  viewerId: string | null,
  refs: readonly queries.Ref[],
): Promise<Map<string, Card>> {
  const found = await Promise.all(
    [...Map.groupBy(refs, ({ kind }) => kind)].map(async ([kind, some]) => {
      const gather = context.sharing.cards.get(kind);
      return gather === undefined
        ? []
        : [...(await gather(context, viewerId, [...new Set(some.map(({ id }) => id))])).values()];
    }),
  );
  const cards = new Map(
    found.flat().map((card) => [keyOf({ kind: card.kind, id: card._id }), card]),
  );
  return new Map(
    refs.flatMap((ref) => {
      const card = cards.get(keyOf(ref));
      return card === undefined ? [] : [[keyOf(ref), card] as const];
    }),
  );
}

/** Returns what posts or articles share, for the data archive, by their ids. */
export const gatherShared = async (
  context: Pick<AppContext, 'db'>,
  kind: queries.Container['kind'],
  rows: readonly { id: string; is_repost: boolean }[],
): Promise<Map<string, { repost: queries.Ref }>> => {
  const ids = rows.filter((row) => row.is_repost).map((row) => row.id);
  if (ids.length === 0) return new Map();
  return new Map(
    (await queries.pickOriginals(context.db, kind, ids)).map((row) => [
      row.container,
      { repost: { kind: row.kind, id: row.object_id } },
    ]),
  );
};

type Sharing = { repost: Static<typeof Repost> };
/**
 * Returns what reposts share, by their ids. A repost whose original is gone looks like one whose
 * original the viewer may not see.
 */
export async function gatherSharing(
  context: AppContext,
  viewerId: string | null,
  kind: queries.Container['kind'],
  rows: readonly { id: string; is_repost: boolean }[],
): Promise<Map<string, Sharing>> {
  const reposts = rows.filter((row) => row.is_repost).map((row) => row.id);
  if (reposts.length === 0) return new Map();
  const originals = await queries.pickOriginals(context.db, kind, reposts);
  const refs = new Map(
    originals.map((row) => [row.container, { kind: row.kind, id: row.object_id }]),
  );
  const cards = await gatherObjects(context, viewerId, [...refs.values()]);
  return new Map(
    reposts.map((id) => {
      const ref = refs.get(id);
      return [id, { repost: { card: (ref && cards.get(keyOf(ref))) ?? null } }];
    }),
  );
}

/**
 * Returns the object to share: what a repost shares instead of the repost itself. Throws
 * `not_found` if the viewer may not see the object, or what it shares.
 */
export async function getOriginal(
  context: AppContext,
  viewer: Viewer,
  ref: queries.Ref,
): Promise<queries.Ref> {
  const id = ref.id.toLowerCase();
  const own = { kind: ref.kind, id };
  if ((await gatherObjects(context, viewer.id, [own])).size === 0) throw appError('not_found');
  if (ref.kind !== 'userpost' && ref.kind !== 'publicpost') return own;
  const [shared] = await queries.pickOriginals(context.db, ref.kind, [id]);
  if (shared === undefined) return own;
  const original = { kind: shared.kind, id: shared.object_id };
  if ((await gatherObjects(context, viewer.id, [original])).size === 0) throw appError('not_found');
  return original;
}

/**
 * Makes a post or article a repost, in the transaction that creates it. `toldBy` is the member
 * of whose repost the author of the original is notified; null if the author may not see it.
 */
export async function addRepost(
  context: AppContext,
  tx: Tx,
  after: After,
  {
    container,
    of,
    toldBy,
  }: { container: queries.Container; of: queries.Ref; toldBy: string | null },
): Promise<void> {
  await queries.insertRepost(tx, container, of);
  if (toldBy === null) return;
  const ownerId = (await findObject(tx, of.id))?.owner_id ?? null;
  if (ownerId === null) return;
  await notify(context, tx, after, {
    to: ownerId,
    from: toldBy,
    type: 'share',
    postType: of.kind,
    postId: of.id,
    part: container.id,
  });
}
/** Returns the owner of an object that can be liked; null if it has none. */
export const findOwner = async (tx: Tx, id: string): Promise<string | null> =>
  (await findObject(tx, id))?.owner_id ?? null;

/** Reposts that are read for one page: most of them may be hidden from the viewer. */
const MOST_READ = 100;
/**
 * Returns a page of the reposts of an object that the viewer may see, newest first, and where the
 * next page begins. Throws `not_found` if the viewer may not see the object.
 */
export async function listSharers(
  context: AppContext,
  viewer: Viewer,
  { kind, id, before = LAST_ID }: { kind: SharedKind; id: string; before?: string },
) {
  if ((await gatherObjects(context, viewer.id, [{ kind, id: id.toLowerCase() }])).size === 0)
    throw appError('not_found');
  const [rows, counts] = await Promise.all([
    queries.pickReposts(context.db, id, before, MOST_READ),
    queries.gatherShares(context.db, [id.toLowerCase()]),
  ]);
  const refs = rows.map(({ post_id: postId, article_id: articleId }): queries.Ref =>
    postId === null ? { kind: 'publicpost', id: articleId! } : { kind: 'userpost', id: postId },
  );
  const cards = [...(await gatherObjects(context, viewer.id, refs)).values()];
  const posts = cards.slice(0, PAGE_SIZES.posts);
  const isCut = cards.length > posts.length;
  return {
    posts,
    count: counts.get(id.toLowerCase()) ?? 0,
    next: isCut ? posts.at(-1)!._id : rows.length === MOST_READ ? rows.at(-1)!.id : null,
  };
}
