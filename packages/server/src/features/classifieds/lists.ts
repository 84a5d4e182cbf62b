import type { AdSort } from '@respa/contract/classifieds';
import { parseDay } from '@respa/contract/lifetimes';
import { appError } from '@respa/contract/app-errors';
import { CLASSIFIEDS } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { firstIdOf, isId, newId } from '#platform/runtime/ids.ts';
import { bounds, type Paging, readPage } from '#platform/database/paging.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { foldQuery, isShort, lockPerson } from '#features/people/service.ts';
import * as lists from './list-queries.ts';
import { presentCard, type ShownCard } from './present.ts';
import { gatherCards } from './queries.ts';
import { getSeen } from './service.ts';

/**
 * Returns the pattern to search for in a folded text: one or two letters match the start of a word,
 * because trigrams need three.
 */
export function needleOf(q: string): string {
  const folded = foldQuery(q);
  return isShort(folded) ? ` ${folded}` : folded;
}
const show = async (context: AppContext, viewer: Viewer, ids: string[]): Promise<ShownCard[]> =>
  (await gatherCards(context.db, ids, viewer.id)).map((row) => presentCard(row, viewer.id));

export type Asked = Paging & {
  sort?: AdSort;
  game?: string;
  from?: number;
  to?: number;
  pictures?: 'true';
  user?: string;
  since?: string;
  beforePrice?: number;
  count?: 'no';
};
/**
 * Lists the visible ads in an order, by default newest first. The search covers titles,
 * descriptions and games. The total is counted only for the first page.
 */
export async function listAds(context: AppContext, viewer: Viewer, input: Asked) {
  const { limit, skip } = bounds(input);
  const wanted: lists.Wanted = {
    needle: needleOf(input.q ?? ''),
    gameKey: foldQuery(input.game ?? ''),
    from: input.from,
    to: input.to,
    withPictures: input.pictures === 'true',
    ownerId: input.user,
    since: input.since,
  };
  const [{ rows, isLast }, count] = await context.replica.read(viewer.id, (db) =>
    Promise.all([
      readPage(limit, (most) =>
        lists.pickAds(db, viewer.id, wanted, input.sort ?? 'new', {
          before: input.before,
          price: input.beforePrice,
          skip,
          limit: most,
        }),
      ),
      input.before === undefined && input.count !== 'no'
        ? lists.countAds(db, viewer.id, wanted)
        : undefined,
    ]),
  );
  return {
    ads: await show(context, viewer, rows),
    ...(count === undefined ? {} : { count }),
    isLast,
  };
}
/** Lists the newest ads, none older than a date: ISO or dd.mm.yyyy. Throws `bad_date`. */
export function listNewest(
  context: AppContext,
  viewer: Viewer,
  date: string | undefined,
  input: Paging,
) {
  if (date === undefined || date === '') return listAds(context, viewer, input);
  const at = parseDay(date);
  if (at === null)
    throw appError('bad_date', { text: 'Неверная дата.', fields: { date: 'Неверная дата.' } });
  return listAds(context, viewer, { ...input, since: firstIdOf(Math.max(0, at)) });
}
/** Lists the caller's own ads, newest first, including sold and expired ones. */
export async function listMine(context: AppContext, viewer: Viewer, before?: string) {
  const { rows, isLast } = await readPage(CLASSIFIEDS.page, (limit) =>
    lists.pickOwn(context.db, viewer.id, before, limit),
  );
  return {
    ads: await show(context, viewer, rows),
    isLast,
  };
}
/**
 * Lists the caller's favourites that are still on sale, newest mark first; `before` is the `next`
 * of the previous page.
 */
export async function listFavourites(context: AppContext, viewer: Viewer, before?: string) {
  const { rows, isLast } = await readPage(CLASSIFIEDS.page, (limit) =>
    lists.pickFavourites(context.db, viewer.id, before, limit),
  );
  return {
    ads: await show(
      context,
      viewer,
      rows.map(({ id }) => id),
    ),
    isLast,
    next: isLast ? null : rows.at(-1)!.cursor,
  };
}
/** Marks an ad. Idempotent. Throws `not_found`, `too_many_favourites`. */
export async function addFavourite(context: AppContext, viewer: Viewer, id: string) {
  await getSeen(context, viewer.id, id);
  await transaction(context, async (tx) => {
    if ((await lockPerson(tx, viewer.id)) === undefined) throw appError('not_found');
    if (!(await lists.insertFavourite(tx, viewer.id, id, newId()))) return;
    if ((await lists.countFavourites(tx, viewer.id)) > CLASSIFIEDS.favourites)
      throw appError('too_many_favourites');
  });
  return { isFavourite: true };
}
/** Removes a mark. Idempotent. */
export async function removeFavourite(context: AppContext, viewer: Viewer, id: string) {
  if (isId(id)) await lists.deleteFavourite(context.db, viewer.id, id);
  return { isFavourite: false };
}
