import { LIKE } from '@respa/contract/post-reactions';
import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import { readPage } from '#platform/database/paging.ts';
import { transaction, type After } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { presentCards } from '#features/people/service.ts';
import * as emojis from './emoji-queries.ts';
import * as objects from './object-queries.ts';
import { gatherCounts } from './queries.ts';
import { getOpen, getVisible, type Reactions } from './visibility.ts';

/** What shows the reactions besides the like. */
const KINDS: readonly objects.ObjectKind[] = ['userpost', 'publicpost', 'userphoto'];

/**
 * Replaces a member's reaction to an object; null removes it. The caller holds the object's lock.
 * Returns the reaction that was replaced. The same one again changes nothing.
 */
export async function replaceReaction(
  context: AppContext,
  tx: Tx,
  after: After,
  object: objects.ObjectRow,
  by: string,
  wanted: (current: string | null) => string | null,
): Promise<void> {
  const current = await emojis.findReaction(tx, object.id, by);
  const next = wanted(current);
  if (next === current) return;
  const change = { tx, after, type: 'like' as const, by, objectId: object.id };
  if (current !== null) {
    await emojis.changeReaction(tx, object.id, by, current, -1);
    await context.signals.emit('unreacted', change);
  }
  if (next === null) return;
  await emojis.changeReaction(tx, object.id, by, next, 1);
  await context.signals.emit('reacted', {
    ...change,
    ownerId: object.owner_id,
    kind: object.kind,
    ...(next === LIKE ? {} : { emoji: next }),
  });
}

/**
 * Sets the caller's reaction to a post or a photo, in place of the previous one; null removes it.
 * Idempotent. Throws `not_found`, also for what has no such reactions, and the errors of `getOpen`.
 */
export async function react(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  emoji: string | null,
) {
  const open = await getOpen(context, reactions, viewer, id);
  if (!KINDS.includes(open.kind)) throw appError('not_found');
  return transaction(context, async (tx, after) => {
    const object = await objects.lockObject(tx, id);
    if (object === undefined) throw appError('not_found');
    await replaceReaction(context, tx, after, object, viewer.id, () => emoji);
    const { liked, likes, reactions: shown } = (await gatherCounts(tx, viewer.id, [id])).get(id)!;
    return { liked, likes, reactions: shown };
  });
}

/** Returns a page of those who reacted to what the viewer may see. Throws `not_found`. */
export async function listReactors(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
  { emoji, before }: { emoji?: string; before?: string },
) {
  await getVisible(context, reactions, viewer, id);
  const { rows, isLast } = await readPage(PAGE_SIZES.people, (limit) =>
    emojis.pickReactors(context.db, viewer.id, id, { emoji, before, limit }),
  );
  const cards = await presentCards(
    context,
    viewer.id,
    rows.map((row) => row.user_id),
  );
  const known = new Map(cards.map((card) => [card._id, card]));
  return {
    people: rows.flatMap(({ user_id: userId, emoji: shown }) => {
      const person = known.get(userId);
      return person === undefined ? [] : [{ person, emoji: shown }];
    }),
    isLast,
    last: rows.at(-1)?.user_id ?? null,
  };
}
