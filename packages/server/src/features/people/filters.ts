import { PEOPLE } from '@respa/contract/limits';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { readPage, type Page } from '#platform/database/paging.ts';
import { countFiltered, pickFiltered, type PeopleFilter } from './filter-queries.ts';
import { listOnline } from './presence.ts';
import { foldQuery } from './search.ts';

/** What callers filter people by. */
export type FilterInput = {
  game?: string | undefined;
  city?: string | undefined;
  online?: 'yes' | undefined;
};
/** Online people are looked up in parts, newest accounts first, until a page is full. */
const PART = 500;
/** The newest accounts online among which a filter looks. */
const MOST_ONLINE = 10_000;

/** Returns the filter of a call, or undefined if it has none. */
export function readFilter(
  context: AppContext,
  folded: string,
  { game, city, online }: FilterInput,
): PeopleFilter | undefined {
  const place = city === undefined ? '' : foldQuery(city);
  if (game === undefined && place === '' && online === undefined) return undefined;
  return {
    folded,
    game,
    city: place === '' ? undefined : place,
    among: online === undefined ? undefined : listOnline(context),
  };
}

type Asked = { before?: string | undefined; skip: number; limit: number };
/**
 * Returns a page of the listed people who fit a filter, newest first, and how many there are, at
 * most `PEOPLE.counted + 1`.
 */
export async function listFiltered(
  context: AppContext,
  viewerId: string,
  filter: PeopleFilter,
  asked: Asked,
): Promise<Page<string> & { count: number }> {
  const among = filter.among?.slice(0, MOST_ONLINE);
  const bounded = { ...filter, among };
  const [page, count] = await Promise.all([
    readPage(asked.limit, (limit) =>
      among === undefined
        ? pickFiltered(context.db, viewerId, bounded, { ...asked, limit })
        : pickOnline(context, viewerId, { ...bounded, among }, { ...asked, limit }),
    ),
    countFiltered(context.db, viewerId, bounded, PEOPLE.counted + 1),
  ]);
  return { ...page, count };
}
/** `among` has the newest ids first, so the parts follow each other like pages. */
async function pickOnline(
  context: AppContext,
  viewerId: string,
  filter: PeopleFilter & { among: string[] },
  { before, skip, limit }: Asked,
): Promise<string[]> {
  const left = before === undefined ? filter.among : filter.among.filter((id) => id < before);
  const found: string[] = [];
  for (let at = 0; at < left.length && found.length < skip + limit; at += PART)
    found.push(
      ...(await pickFiltered(
        context.db,
        viewerId,
        { ...filter, among: left.slice(at, at + PART) },
        { skip: 0, limit: skip + limit - found.length },
      )),
    );
  return found.slice(skip);
}
