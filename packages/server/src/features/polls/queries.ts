import { sql } from 'kysely';
import { statement, type Db, type Tx } from '#platform/database/db.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { PollInput } from './reading.ts';

/** What a poll belongs to. */
export type Container =
  | { kind: 'message'; id: string; roomId: string }
  | { kind: 'userpost' | 'publicpost'; id: string };
export type ContainerKind = Container['kind'];
const OWNER = {
  message: 'message_id',
  userpost: 'post_id',
  publicpost: 'article_id',
} as const satisfies Record<ContainerKind, string>;

export type PollRow = {
  id: string;
  message_id: string | null;
  post_id: string | null;
  article_id: string | null;
  question: string;
  is_multiple: boolean;
  is_anonymous: boolean;
  closes_at: Date | null;
  closed_at: Date | null;
  voters: number;
};
export type OptionRow = { id: string; poll_id: string; text: string; votes: number };
const columns = [
  'id',
  'message_id',
  'post_id',
  'article_id',
  'question',
  'is_multiple',
  'is_anonymous',
  'closes_at',
  'closed_at',
  'voters',
] as const;

/** Returns what a poll belongs to: its kind and id. */
export const containerOf = (row: PollRow): { kind: ContainerKind; id: string } =>
  row.message_id !== null
    ? { kind: 'message', id: row.message_id }
    : row.post_id !== null
      ? { kind: 'userpost', id: row.post_id }
      : { kind: 'publicpost', id: row.article_id! };

export async function insertPoll(tx: Tx, container: Container, poll: PollInput): Promise<void> {
  const id = newId();
  await tx
    .insertInto('polls')
    .values({
      id,
      room_id: container.kind === 'message' ? container.roomId : null,
      [OWNER[container.kind]]: container.id,
      question: poll.question,
      is_multiple: poll.isMultiple,
      is_anonymous: poll.isAnonymous,
      closes_at: poll.closesAt,
    })
    .execute();
  await tx
    .insertInto('poll_options')
    .values(poll.options.map((text, place) => ({ id: newId(), poll_id: id, place, text })))
    .execute();
}
/** Deletes the poll of a message that stays as a tombstone. */
export const deletePollOfMessage = (tx: Tx, messageId: string) =>
  tx.deleteFrom('polls').where('message_id', '=', messageId).execute();
export const findPoll = (db: Db | Tx, id: string): Promise<PollRow | undefined> =>
  db.selectFrom('polls').select(columns).where('id', '=', id).executeTakeFirst();
/** Locks a poll, so that votes and the closing happen one after another. */
export const lockPoll = (tx: Tx, id: string): Promise<PollRow | undefined> =>
  tx.selectFrom('polls').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
/** Returns the polls of messages or posts. */
export const pickPolls = (db: Db, kind: ContainerKind, ids: string[]): Promise<PollRow[]> =>
  db
    .selectFrom('polls')
    .select(columns)
    .where(OWNER[kind], '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
/** Returns the options of polls, in their order. */
export const pickOptions = (db: Db | Tx, pollIds: string[]): Promise<OptionRow[]> =>
  db
    .selectFrom('poll_options')
    .select(['id', 'poll_id', 'text', 'votes'])
    .where('poll_id', '=', sql<string>`any(${pollIds}::uuid[])`)
    .orderBy('poll_id')
    .orderBy('place')
    .execute();
export const pickVotesOf = async (
  db: Db | Tx,
  userId: string,
  pollIds: string[],
): Promise<string[]> =>
  (
    await db
      .selectFrom('poll_votes')
      .select('option_id')
      .where('poll_id', '=', sql<string>`any(${pollIds}::uuid[])`)
      .where('user_id', '=', userId)
      .execute()
  ).map((row) => row.option_id);
export const closePoll = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('polls').set({ closed_at: at }).where('id', '=', id).execute();

/**
 * Adds and removes votes of one person and updates the counters. The caller holds the poll's lock.
 */
export async function changeVotes(
  tx: Tx,
  pollId: string,
  userId: string,
  { added, removed, voters }: { added: string[]; removed: string[]; voters: number },
): Promise<void> {
  await tx
    .deleteFrom('poll_votes')
    .where('poll_id', '=', pollId)
    .where('user_id', '=', userId)
    .where('option_id', '=', sql<string>`any(${removed}::uuid[])`)
    .execute();
  if (added.length > 0)
    await tx
      .insertInto('poll_votes')
      .values(
        added.map((option) => ({
          id: newId(),
          poll_id: pollId,
          option_id: option,
          user_id: userId,
        })),
      )
      .execute();
  for (const [ids, by] of [
    [added, 1],
    [removed, -1],
  ] as const)
    await tx
      .updateTable('poll_options')
      .set({ votes: sql`votes + ${by}` })
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
  if (voters !== 0)
    await tx
      .updateTable('polls')
      .set({ voters: sql`voters + ${voters}` })
      .where('id', '=', pollId)
      .execute();
}
/** Deletes all votes of a user and updates the counters. */
export async function deleteVotesOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    select id
    from polls
    where id in (select poll_id from poll_votes where user_id = ${userId})
    order by id
    for no key update
  `.execute(tx);
  await sql`
    with gone as (
      delete from poll_votes
      where user_id = ${userId}
      returning poll_id, option_id
    ),
    counted as (
      update poll_options o
      set votes = o.votes - 1
      from gone
      where o.id = gone.option_id
    )
    update polls p
    set voters = p.voters - 1
    where p.id in (select poll_id from gone)
  `.execute(tx);
}

const votersBefore = statement<
  { id: string; user_id: string },
  [optionId: string, before: string, limit: number]
>(`
  select id, user_id
  from poll_votes
  where option_id = $1 and id < $2
  order by id desc
  limit $3
`);
/** Returns the votes for an option, newest first. */
export const pickVoters = (
  db: Db,
  optionId: string,
  before: string,
  limit: number,
): Promise<{ id: string; user_id: string }[]> => votersBefore(db, optionId, before, limit);

export type OwnVoteRow = {
  id: string;
  created_at: Date;
  text: string;
  question: string;
  message_id: string | null;
  room_id: string | null;
  post_id: string | null;
  article_id: string | null;
};
const votesAfter = statement<OwnVoteRow, [userId: string, after: string, limit: number]>(`
  select v.id, v.created_at, o.text, p.question, p.message_id, p.room_id, p.post_id, p.article_id
  from poll_votes v
  join poll_options o on o.id = v.option_id
  join polls p on p.id = v.poll_id
  where v.user_id = $1 and v.id > $2
  order by v.id
  limit $3
`);
/** Returns the votes of a user, oldest first. */
export const pickOwnVotes = (
  db: Db,
  userId: string,
  after: string,
  limit: number,
): Promise<OwnVoteRow[]> => votesAfter(db, userId, after, limit);
