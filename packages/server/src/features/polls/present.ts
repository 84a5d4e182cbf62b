import type { Poll, PollHead } from '@respa/contract/polls';
import { nowMs } from '#platform/runtime/clock.ts';
import type { OptionRow, PollRow } from './queries.ts';

export const isClosed = ({ closed_at, closes_at }: PollRow): boolean =>
  closed_at !== null || (closes_at !== null && closes_at.getTime() <= nowMs());

export const presentHead = (row: PollRow, options: OptionRow[]): PollHead => ({
  _id: row.id,
  question: row.question,
  options: options.map(({ id, text }) => ({ _id: id, text })),
  isMultiple: row.is_multiple,
  isAnonymous: row.is_anonymous,
  closesAt: row.closes_at?.toISOString() ?? null,
});
/** The results are for those who have voted, and for everyone once the poll is over. */
export const showsVotes = (row: PollRow, mine: string[]): boolean =>
  mine.length > 0 || isClosed(row);
export const presentPoll = (
  row: PollRow,
  options: OptionRow[],
  mine: string[],
  rights: { mayVote: boolean; mayClose: boolean },
): Poll => ({
  ...presentHead(row, options),
  isClosed: isClosed(row),
  voters: row.voters,
  mine: options.flatMap(({ id }) => (mine.includes(id) ? [id] : [])),
  votes: showsVotes(row, mine) ? options.map(({ votes }) => votes) : [],
  mayVote: rights.mayVote && !isClosed(row),
  mayClose: rights.mayClose && !isClosed(row),
});
