import { sql } from 'kysely';
import { FIRST_ID } from '#platform/database/paging.ts';
import { everyPage, type ExportRecord } from '#platform/runtime/export-records.ts';
import { statement, type Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { timeOfId } from '#platform/runtime/ids.ts';
import { removedPerson } from './present.ts';
import { gatherCards } from './queries.ts';
import { pickFriends } from './relations.ts';

/** Returns a function from an id to a person's display name, including deleted people. */
export async function gatherNames(db: Db, ids: string[]): Promise<(id: string) => string> {
  const cards = await gatherCards(db, [...new Set(ids)]);
  return (id) => {
    const { name, surname } = cards.get(id) ?? removedPerson(id);
    return `${name} ${surname}`;
  };
}
const since = (id: string) => new Date(timeOfId(id));

/** Yields a user's friends, newest first. */
export async function* exportFriends(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  const pick = (last: { id: string } | undefined, limit: number) =>
    pickFriends(db, userId, { limit, ...(last === undefined ? {} : { before: last.id }) });
  for await (const page of everyPage(pick)) {
    const nameOf = await gatherNames(
      db,
      page.map((row) => row.friend_id),
    );
    for (const { id, friend_id: friend } of page)
      yield { row: { id: friend, name: nameOf(friend), since: since(id) } };
  }
}

type RequestRow = { other: string; at: Date };
const requests = (
  table: 'friend_requests' | 'friend_refusals',
  date: string,
  mine: 'from_id' | 'to_id',
  other: 'from_id' | 'to_id',
) =>
  statement<RequestRow, [userId: string, after: string, limit: number]>(
    `
      select ${other} as other, ${date} as at
      from ${table}
      where ${mine} = $1 and ${other} > $2
      order by ${other}
      limit $3
    `,
  );
const REQUESTS = [
  {
    from: 'me',
    state: 'waiting',
    pick: requests('friend_requests', 'created_at', 'from_id', 'to_id'),
  },
  {
    from: 'them',
    state: 'waiting',
    pick: requests('friend_requests', 'created_at', 'to_id', 'from_id'),
  },
  {
    from: 'me',
    state: 'declined',
    pick: requests('friend_refusals', 'refused_at', 'from_id', 'to_id'),
  },
  {
    from: 'them',
    state: 'declined',
    pick: requests('friend_refusals', 'refused_at', 'to_id', 'from_id'),
  },
] as const;
/** Yields friend requests that are pending or were rejected, in both directions. */
export async function* exportRequests(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  for (const { from, state, pick } of REQUESTS) {
    for await (const page of everyPage((last: RequestRow | undefined, limit) =>
      pick(db, userId, last?.other ?? FIRST_ID, limit),
    )) {
      const nameOf = await gatherNames(
        db,
        page.map((row) => row.other),
      );
      for (const { other, at } of page)
        yield { row: { from, state, person: { id: other, name: nameOf(other) }, date: at } };
    }
  }
}

type AsideRow = { id: string; other: string };
/**
 * Yields the users whom the user has blocked or muted, or does not want to be suggested. Who did so
 * to the user is not exported.
 */
async function* exportAside(
  db: Db,
  list: { table: string; mine: string; theirs: string },
  userId: string,
): AsyncGenerator<ExportRecord> {
  const [table, mine, theirs] = [sql.table(list.table), sql.ref(list.mine), sql.ref(list.theirs)];
  const pick = async (last: AsideRow | undefined, limit: number) =>
    (
      await sql<AsideRow>`
        select id, ${theirs} as other
        from ${table}
        where ${mine} = ${userId} ${last === undefined ? sql`` : sql`and id < ${last.id}`}
        order by id desc
        limit ${limit}
      `.execute(db)
    ).rows;
  for await (const page of everyPage(pick)) {
    const nameOf = await gatherNames(
      db,
      page.map((row) => row.other),
    );
    for (const { id, other } of page)
      yield { row: { id: other, name: nameOf(other), since: since(id) } };
  }
}
export const exportBlocked = ({ db }: AppContext, userId: string) =>
  exportAside(db, { table: 'blocks', mine: 'blocker_id', theirs: 'blocked_id' }, userId);
export const exportHidden = ({ db }: AppContext, userId: string) =>
  exportAside(db, { table: 'hidden_suggestions', mine: 'user_id', theirs: 'other_id' }, userId);
export const exportMuted = ({ db }: AppContext, userId: string) =>
  exportAside(db, { table: 'mutes', mine: 'muter_id', theirs: 'muted_id' }, userId);
