import { sql } from 'kysely';
import { OWN_PLAN, type Db } from '#platform/database/db.ts';
import { fitsWord, foldQuery, matches } from './search.ts';

/** Returns those of the given people whose name matches a search. */
export async function pickMatching(db: Db, ids: string[], text: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`
    select id
    from people
    where id = any(${ids}::uuid[]) and ${matches(foldQuery(text))}
  `.execute(db);
  return rows.map((row) => row.id);
}
/** Excludes people who block the viewer from the viewer's directory. */
const unlessBlocked = (viewerId: string) =>
  sql`not exists (select from blocks where blocker_id = people.id and blocked_id = ${viewerId})`;
/** Returns ids of listed people whom the viewer can find, newest first. */
export async function pickListed(
  db: Db,
  viewerId: string,
  folded: string,
  page: { before?: string | undefined; skip: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${OWN_PLAN}
    select id
    from people
    where is_listed
      and ${matches(folded)}
      and ${unlessBlocked(viewerId)}
        ${page.before === undefined ? sql`` : sql`and id < ${page.before}`}
    order by id desc
    offset ${page.skip}
    limit ${page.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
/**
 * Returns the size of the directory, or the number of search hits. For a search without a space,
 * the number is a sum over names and surnames, minus the people counted in both.
 */
export async function countListed(db: Db, folded: string): Promise<number> {
  const fits = fitsWord(folded);
  const { rows } = await (
    fits === null
      ? sql<{
          count: number;
        }>`
          ${OWN_PLAN}
          select count(*)::int as count
          from people
          where is_listed and ${matches(folded)}
        `
      : sql<{
          count: number;
        }>`
          ${OWN_PLAN}
          with fitting_names as materialized (
            select word, people
            from directory_words
            where part = 'name' and ${fits}
          ),
          fitting_surnames as materialized (
            select word, people
            from directory_words
            where part = 'surname' and ${fits} and ${folded !== ''}
          )
          select (
            (
              select coalesce(sum(people), 0)
              from fitting_names
            ) + (
              select coalesce(sum(people), 0)
              from fitting_surnames
            ) - case when exists (
              select
              from fitting_names
            ) and exists (
              select
              from fitting_surnames
            ) then (
              select count(*)
              from people
              where is_listed
                and search_surname = any(array(select word from fitting_surnames))
                and search_name = any(array(select word from fitting_names))
            ) else 0 end
          )::int as count
        `
  ).execute(db);
  return rows[0]!.count;
}
/** Returns how many of those are hidden from the viewer by a block. */
export async function countHidden(db: Db, viewerId: string, folded: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`
    select count(*)::int as count
    from blocks
    join people on people.id = blocks.blocker_id
    where blocks.blocked_id = ${viewerId} and people.is_listed and ${matches(folded)}
  `.execute(db);
  return rows[0]!.count;
}
/** Returns which of these people a user may name: neither blocks the other. */
export async function pickNameable(db: Db, userId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id
    from people p
    where p.id = any(${ids}::uuid[])
      and p.is_listed
      and not exists (select from blocks where blocker_id = p.id and blocked_id = ${userId})
      and not exists (select from blocks where blocker_id = ${userId} and blocked_id = p.id)
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
