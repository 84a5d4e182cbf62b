import { statement, type Db } from '#platform/database/db.ts';

/** How many subscriptions complete a step. */
const COMMUNITIES = 3;
export type StepRow = {
  avatar: boolean;
  city: boolean;
  games: boolean;
  people: boolean;
  communities: boolean;
  greeting: boolean;
  isDismissed: boolean;
};
// The messages are asked for as an ordered range: for an equality the planner may read the whole
// table, expecting the member to have written many.
const stepsOf = statement<StepRow, [userId: string]>(`
  select p.avatar_url <> '' as avatar,
    p.city <> '' as city,
    exists (
      select
      from game_statuses
      where user_id = $1
    ) as games,
    p.friends_count > 0 or exists (
      select
      from friend_requests
      where from_id = $1
    ) as people,
    p.subscribes_count >= ${COMMUNITIES} as communities,
    (
      select user_id
      from messages
      where user_id between $1 and $1
      order by user_id
      limit 1
    ) is not null as greeting,
    exists (
      select
      from dismissed_steps
      where user_id = $1
    ) as "isDismissed"
  from people p
  where p.id = $1
`);
/** Returns which of the first steps a member has done. */
export const findSteps = async (db: Db, userId: string): Promise<StepRow | undefined> =>
  (await stepsOf(db, userId))[0];

/** Remembers that a member no longer wants to see the first steps. */
export const insertDismissal = (db: Db, userId: string) =>
  db
    .insertInto('dismissed_steps')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
