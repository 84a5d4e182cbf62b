import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import * as polls from '@respa/contract/polls';
import type { Caller, TestApp } from '../driver.ts';
import type { Message } from './conversations.ts';

/** Returns the field of a form with a poll. */
export const pollField = (input: Partial<polls.NewPoll> = {}): string =>
  JSON.stringify({
    question: 'Когда рейд?',
    options: ['В пятницу', 'В субботу', 'В воскресенье'],
    isMultiple: false,
    isAnonymous: false,
    ...input,
  });
export const sendPoll = async (
  who: Caller,
  roomId: string,
  input: Partial<polls.NewPoll> = {},
  more: { clientId?: string; replyTo?: string } = {},
): Promise<Message> =>
  (
    await who.call(chats.send, {
      params: { roomId },
      body: { poll: pollField(input), ...more },
    })
  ).message;
export const sendPollToGroup = async (
  who: Caller,
  roomId: string,
  input: Partial<polls.NewPoll> = {},
): Promise<Message> =>
  (await who.call(groups.send, { params: { roomId }, body: { poll: pollField(input) } })).message;
export const readPoll = async (who: Caller, id: string): Promise<polls.Poll> =>
  (await who.call(polls.one, { params: { id } })).poll;
/** Votes for the options at these places; for none, withdraws the vote. */
export const voteFor = async (
  who: Caller,
  { _id: id, options }: polls.PollHead,
  ...places: number[]
): Promise<polls.Poll> =>
  (
    await who.call(polls.vote, {
      params: { id },
      body: { options: places.map((place) => options[place]!._id) },
    })
  ).poll;
export const closePoll = async (who: Caller, id: string): Promise<polls.Poll> =>
  (await who.call(polls.close, { params: { id } })).poll;
/** Makes a poll in a room in which another member has voted for the first option. */
export async function makePoll(
  author: Caller,
  voter: Caller,
  roomId: string,
): Promise<{ pollId: string; pollOptionId: string }> {
  const poll = (await sendPoll(author, roomId)).poll!;
  await voteFor(voter, poll, 0);
  return { pollId: poll._id, pollOptionId: poll.options[0]!._id };
}
/** Returns the status and the code with which a vote is refused. */
export const refuseVote = async (
  who: Caller,
  poll: polls.PollHead,
  ...places: number[]
): Promise<[number, string]> => {
  const { status, code } = await who.refusal(polls.vote, {
    params: { id: poll._id },
    body: { options: places.map((place) => poll.options[place]!._id) },
  });
  return [status, code];
};
export const countPolls = async (app: TestApp): Promise<number> =>
  (await app.server.context.db.selectFrom('polls').select('id').execute()).length;
