import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { now } from '#platform/runtime/clock.ts';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

const MAX_REMEMBERED = 200_000;
export type Visits = {
  countVisitor(address: string, agent: string): void;
  countMember(userId: string): void;
  flush(): Promise<void>;
};

/**
 * Counts visits per day without identities: visitors are distinguished by a salted hash that stays
 * in memory until midnight.
 */
export function makeVisits(context: AppContext): Visits {
  let day = '';
  let salt = randomBytes(16);
  const seen = new Set<string>();
  let visitors = 0;
  const turnDay = () => {
    const today = now().toISOString().slice(0, 10);
    if (today === day) return;
    day = today;
    salt = randomBytes(16);
    seen.clear();
  };
  return {
    countVisitor(address, agent) {
      turnDay();
      const key = createHash('sha256')
        .update(salt)
        .update(`${address} ${agent}`)
        .digest('base64')
        .slice(0, 16);
      if (seen.has(key) || seen.size >= MAX_REMEMBERED) return;
      seen.add(key);
      visitors += 1;
    },
    countMember(userId) {
      turnDay();
      if (seen.has(userId)) return;
      if (seen.size < MAX_REMEMBERED) seen.add(userId);
      // The account stores its last day, so a restart counts no one twice.
      sql`
        with came as (
          update accounts
          set seen_on = current_date
          where id = ${userId} and seen_on is distinct from current_date
          returning 1
        )
        insert into visits (day, members)
        select current_date, 1
        from came
        on conflict (day) do update set members = visits.members + 1
      `
        .execute(context.db)
        .catch((error: Error) => context.log.warn({ err: error.message }, 'visit not counted'));
    },
    async flush() {
      if (visitors === 0) return;
      const count = visitors;
      visitors = 0;
      await sql`
        insert into visits (day, visitors)
        values (current_date, ${count})
        on conflict (day) do update set visitors = visits.visitors + ${count}
      `.execute(context.db);
    },
  };
}

/** Returns the given number of days up to today, including those without visits. */
export async function listVisits(
  db: Db,
  days: number,
): Promise<{ date: string; members: number; visitors: number }[]> {
  const { rows } = await sql<{ date: string; members: number; visitors: number }>`
    select d.day::date as date, coalesce(v.members, 0) as members,
      coalesce(v.visitors, 0) as visitors
    from generate_series(current_date - ${days - 1}::int, current_date, interval '1 day') as d (day)
    left join visits v on v.day = d.day::date
    order by d.day
  `.execute(db);
  return rows;
}
