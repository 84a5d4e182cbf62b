import { pollText } from '@respa/contract/poll-text';
import type { Poll, PollHead } from '@respa/contract/polls';
import { appError, type ErrorCode } from '@respa/contract/app-errors';
import { PAGE_SIZES } from '@respa/contract/limits';
import type { Db, Tx } from '#platform/database/db.ts';
import { LAST_ID, readPage } from '#platform/database/paging.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { now } from '#platform/runtime/clock.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { presentCards } from '#features/people/service.ts';
import { isClosed, presentHead, presentPoll, showsVotes } from './present.ts';
import * as queries from './queries.ts';
import type { PollInput } from './reading.ts';

export { readPoll, type PollInput } from './reading.ts';
export { deletePollOfMessage, deleteVotesOf } from './queries.ts';

/** What a reader may do with a poll; told by the feature that the message or post belongs to. */
export type PollAccess = {
  /** Why the reader may not vote; null if they may. */
  refusal: ErrorCode | null;
  mayClose: boolean;
  /** The live channels of those who see the poll. */
  channels: string[];
};
/** Returns what a reader may do with the poll of a message or post; null if they do not see it. */
type FindAccess = (viewerId: string | null, containerId: string) => Promise<PollAccess | null>;
export type Polls = Map<queries.ContainerKind, FindAccess>;
export const makePolls = (): Polls => new Map();

/**
 * Adds a poll to a message or post in the transaction that creates it. Does nothing without one.
 */
export async function addPoll(
  tx: Tx,
  container: queries.Container,
  poll: PollInput | null,
): Promise<void> {
  if (poll !== null) await queries.insertPoll(tx, container, poll);
}
/**
 * Returns the polls of those messages or posts that have one, by the id of the message or post. The
 * caller has checked visibility.
 */
export async function gatherPolls(
  db: Db,
  kind: queries.ContainerKind,
  rows: readonly { id: string; has_poll: boolean }[],
): Promise<Map<string, PollHead>> {
  const ids = rows.flatMap(({ id, has_poll: hasPoll }) => (hasPoll ? [id] : []));
  if (ids.length === 0) return new Map();
  const polls = await queries.pickPolls(db, kind, ids);
  const options = await gatherOptions(
    db,
    polls.map(({ id }) => id),
  );
  return new Map(
    polls.map((row) => [queries.containerOf(row).id, presentHead(row, options.get(row.id) ?? [])]),
  );
}
const gatherOptions = async (db: Db | Tx, pollIds: string[]) =>
  Map.groupBy(await queries.pickOptions(db, pollIds), (option) => option.poll_id);
/** Returns a poll as plain text with its options: for the admin's panel. */
export const describePoll = ({ question, options }: PollHead): string =>
  `${pollText(question)} (${options.map(({ text }) => text).join('; ')})`;
/** Returns the text of a post and its poll. */
export const withPoll = (text: string, poll: PollHead | undefined): string =>
  [text, ...(poll === undefined ? [] : [describePoll(poll)])].filter(Boolean).join('\n');
/** Returns the text by which a post without words is quoted; empty without a poll. */
export const pollPreview = (poll: PollHead | undefined): string =>
  poll === undefined ? '' : pollText(poll.question);

type Found = { row: queries.PollRow; access: PollAccess };
/** Returns a poll that the viewer sees. Throws `not_found` to everyone else. */
async function getSeen(
  context: AppContext,
  polls: Polls,
  viewerId: string | null,
  id: string,
): Promise<Found> {
  const row = await queries.findPoll(context.db, id);
  if (row === undefined) throw appError('not_found');
  const container = queries.containerOf(row);
  const access = (await polls.get(container.kind)?.(viewerId, container.id)) ?? null;
  if (access === null) throw appError('not_found');
  return { row, access };
}
async function show(
  db: Db | Tx,
  viewerId: string | null,
  row: queries.PollRow,
  access: PollAccess,
): Promise<Poll> {
  const [options, mine] = [
    await queries.pickOptions(db, [row.id]),
    viewerId === null ? [] : await queries.pickVotesOf(db, viewerId, [row.id]),
  ];
  return presentPoll(row, options, mine, {
    mayVote: access.refusal === null,
    mayClose: access.mayClose,
  });
}
/** Returns a poll as the viewer sees it. Throws `not_found`. */
export async function getPoll(
  context: AppContext,
  polls: Polls,
  viewerId: string | null,
  id: string,
): Promise<Poll> {
  const { row, access } = await getSeen(context, polls, viewerId, id);
  return show(context.db, viewerId, row, access);
}

function assertChoice(row: queries.PollRow, options: queries.OptionRow[], chosen: string[]): void {
  if (chosen.some((id) => !options.some((option) => option.id === id)))
    throw appError('bad_input', { text: 'Такого варианта нет в опросе.' });
  if (!row.is_multiple && chosen.length > 1)
    throw appError('bad_input', { text: 'Можно выбрать только один вариант.' });
}
/**
 * Replaces the viewer's vote by the chosen options; without any, the vote is withdrawn. Idempotent.
 * Throws `not_found`, `poll_closed`, `bad_input`, and the refusal of the message or post.
 */
export async function vote(
  context: AppContext,
  polls: Polls,
  viewer: Viewer,
  id: string,
  input: string[],
): Promise<Poll> {
  const { access } = await getSeen(context, polls, viewer.id, id);
  if (access.refusal !== null) throw appError(access.refusal);
  const chosen = [...new Set(input.map((option) => option.toLowerCase()))];
  return transaction(context, async (tx, after) => {
    const row = await queries.lockPoll(tx, id);
    if (row === undefined) throw appError('not_found');
    if (isClosed(row)) throw appError('poll_closed');
    assertChoice(row, await queries.pickOptions(tx, [id]), chosen);
    const mine = await queries.pickVotesOf(tx, viewer.id, [id]);
    const added = chosen.filter((option) => !mine.includes(option));
    const removed = mine.filter((option) => !chosen.includes(option));
    const voters = Math.sign(chosen.length) - Math.sign(mine.length);
    if (added.length + removed.length > 0) {
      await queries.changeVotes(tx, id, viewer.id, { added, removed, voters });
      after(() => announce(context, access, id));
    }
    return show(tx, viewer.id, { ...row, voters: row.voters + voters }, access);
  });
}
function announce(context: AppContext, { channels }: PollAccess, id: string): void {
  for (const channel of channels) context.live.publish(channel, { data: { type: 'poll', id } });
}
/**
 * Ends a poll: nobody votes any more, and everyone sees the results. Idempotent. Throws
 * `not_found`; `forbidden` to everyone but the author and the leaders of the place.
 */
export async function closePoll(
  context: AppContext,
  polls: Polls,
  viewer: Viewer,
  id: string,
): Promise<Poll> {
  const { access } = await getSeen(context, polls, viewer.id, id);
  if (!access.mayClose) throw appError('forbidden');
  return transaction(context, async (tx, after) => {
    const row = await queries.lockPoll(tx, id);
    if (row === undefined) throw appError('not_found');
    const closed = { ...row, closed_at: row.closed_at ?? now() };
    if (!isClosed(row)) {
      await queries.closePoll(tx, id, closed.closed_at);
      after(() => announce(context, access, id));
    }
    return show(tx, viewer.id, isClosed(row) ? row : closed, access);
  });
}

/**
 * Returns a page of those who chose an option of an open poll, newest first. Throws `not_found`;
 * `forbidden` for an anonymous poll, and to those who do not see the results yet.
 */
export async function listVoters(
  context: AppContext,
  polls: Polls,
  viewer: Viewer,
  input: { id: string; optionId: string; before?: string },
) {
  const { row } = await getSeen(context, polls, viewer.id, input.id);
  const options = await queries.pickOptions(context.db, [row.id]);
  const option = options.find(({ id }) => id === input.optionId.toLowerCase());
  if (option === undefined) throw appError('not_found');
  const mine = await queries.pickVotesOf(context.db, viewer.id, [row.id]);
  if (row.is_anonymous || !showsVotes(row, mine)) throw appError('forbidden');
  const { rows, isLast } = await readPage(PAGE_SIZES.people, (limit) =>
    queries.pickVoters(context.db, option.id, input.before ?? LAST_ID, limit),
  );
  const cards = await presentCards(
    context,
    viewer.id,
    rows.map(({ user_id: userId }) => userId),
  );
  const known = new Map(cards.map((card) => [card._id, card]));
  return {
    voters: rows.flatMap(({ id, user_id: userId }) => {
      const person = known.get(userId);
      return person === undefined ? [] : [{ _id: id, person }];
    }),
    isLast,
    last: rows.at(-1)?.id ?? null,
  };
}

/** Returns a poll as the data archive holds it in its message or post; nothing without one. */
export const exportedPoll = (poll: PollHead | undefined) =>
  poll === undefined
    ? {}
    : {
        poll: {
          question: poll.question,
          options: poll.options.map(({ text }) => text),
          multiple: poll.isMultiple,
          anonymous: poll.isAnonymous,
          closesAt: poll.closesAt,
        },
      };
