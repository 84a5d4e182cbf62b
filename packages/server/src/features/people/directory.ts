import type { Static } from 'typebox';
import type { DirectoryEntry } from '@respa/contract/people';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { readPage, skipOf } from '#platform/database/paging.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { rememberTotal } from '#platform/database/totals.ts';
import { yearsSince } from '#features/account/service.ts';
import { listFiltered, readFilter, type FilterInput } from './filters.ts';
import { mutualFor } from './suggestions/mutual.ts';
import { presentCard } from './present.ts';
import { presenceFor } from './privacy.ts';
import * as queries from './queries.ts';
import * as listing from './directory-queries.ts';
import { findRelations, pickFriends } from './relations.ts';
import { foldQuery } from './search.ts';
import { mayWriteFor } from './writing.ts';

type Found = { users: Static<typeof DirectoryEntry>[]; count: number; isLast: boolean };
const countFound = (context: AppContext, folded: string): Promise<number> =>
  rememberTotal(context, `people ${folded}`, () =>
    context.replica.read(null, (db) => listing.countListed(db, folded)),
  );

/**
 * Returns people of a list, in the order of the ids. Who blocks the viewer must be left out before.
 */
export async function presentEntries(
  context: AppContext,
  viewer: Viewer,
  ids: string[],
  { hasMutual = false } = {},
): Promise<Found['users']> {
  const [rows, relations, mayWrite, mutual] = await Promise.all([
    queries.gatherPeople(context.db, ids),
    findRelations(context.db, viewer.id, ids),
    mayWriteFor(context, viewer.id, ids),
    hasMutual ? mutualFor(context, viewer.id, ids) : undefined,
  ]);
  const presence = await presenceFor(context, viewer.id, [...rows.values()]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const relation = relations.get(id);
    return [
      {
        ...presentCard(row, presence),
        years: yearsSince(row.birth_date),
        city: row.city,
        country: row.country,
        isFriends: relation === 'friends',
        isRequest: relation === 'request',
        isIncoming: relation === 'incoming',
        mayWrite: mayWrite(row, relation === 'friends'),
        ...(mutual === undefined ? {} : { mutual: mutual(id) }),
      },
    ];
  });
}

/**
 * Returns a page of the directory, newest people first. `before` is the last id that the caller has
 * seen and takes precedence over the page number. With a filter, the count stops at
 * `PEOPLE.counted + 1`.
 */
export async function listDirectory(
  context: AppContext,
  viewer: Viewer,
  input: { page: number; query: string; before?: string; offset?: number } & FilterInput,
): Promise<Found> {
  const folded = input.query === 'all' ? '' : foldQuery(input.query);
  const limit = PAGE_SIZES.people;
  const page = { before: input.before, skip: skipOf(input, limit), limit };
  const filter = readFilter(context, folded, input);
  const { rows, isLast, count } = await (filter === undefined
    ? listNamed(context, viewer, folded, page)
    : listFiltered(context, viewer.id, filter, page));
  return {
    users: await presentEntries(context, viewer, rows, { hasMutual: true }),
    count,
    isLast,
  };
}
type Asked = { before?: string | undefined; skip: number; limit: number };
async function listNamed(
  context: AppContext,
  viewer: Viewer,
  folded: string,
  { before, skip, limit }: Asked,
) {
  const [page, count, hidden] = await Promise.all([
    readPage(limit, (most) =>
      listing.pickListed(context.db, viewer.id, folded, {
        before,
        skip,
        limit: most,
      }),
    ),
    countFound(context, folded),
    listing.countHidden(context.db, viewer.id, folded),
  ]);
  return { ...page, count: Math.max(0, count - hidden) };
}

/**
 * Returns the people that the user can write to: the newest friends first, then the directory.
 * Bounded like every list that the API documentation returns whole.
 */
export async function listForMessenger(
  context: AppContext,
  viewer: Viewer,
  input: { page?: number; limit?: number; q?: string },
): Promise<Found> {
  if (input.page !== undefined || input.limit !== undefined || input.q !== undefined) {
    const limit = input.limit ?? PAGE_SIZES.named;
    const { rows, isLast, count } = await listNamed(context, viewer, foldQuery(input.q ?? ''), {
      skip: skipOf({ page: input.page }, limit),
      limit,
    });
    return { users: await presentEntries(context, viewer, rows), count, isLast };
  }
  const friends = (await pickFriends(context.db, viewer.id, { limit: PAGE_SIZES.wholeList })).map(
    (row) => row.friend_id,
  );
  const [others, count, hidden] = await Promise.all([
    listing.pickListed(context.db, viewer.id, '', { skip: 0, limit: PAGE_SIZES.wholeList }),
    countFound(context, ''),
    listing.countHidden(context.db, viewer.id, ''),
  ]);
  const ids = [...new Set([...friends, ...others])].slice(0, PAGE_SIZES.wholeList);
  return {
    users: await presentEntries(context, viewer, ids),
    count: Math.max(0, count - hidden),
    isLast: count - hidden <= ids.length,
  };
}
