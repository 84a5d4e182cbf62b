import { describe, expect, test } from 'vitest';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as polls from '@respa/contract/polls';
import type { PollHead } from '@respa/contract/polls';
import * as groups from '@respa/contract/group-chats';
import * as privacy from '@respa/contract/privacy';
import { befriend, excludeFrom, makeGroup } from '#tests/support/members/group-chats.ts';
import { readRoom, roomOf, take } from '#tests/support/members/conversations.ts';
import {
  closePoll,
  readPoll,
  sendPoll,
  sendPollToGroup,
  voteFor,
} from '#tests/support/members/polls.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { openRoom } from '#tests/support/stream-reader.ts';
import { moderateMessages } from '#features/chats/moderation.ts';
import { refuseVote } from '#tests/support/members/polls.ts';

const { app, anna, boris, vera } = await openTrio();
const room = await roomOf(anna, boris);
const db = () => app.server.context.db;
const pollOf = async (...args: Parameters<typeof sendPoll>): Promise<PollHead> =>
  (await sendPoll(...args)).poll!;
const countVotes = async (pollId: string) =>
  (await db().selectFrom('poll_votes').select('id').where('poll_id', '=', pollId).execute()).length;

describe('In a conversation', () => {
  test('its message reads as text where polls are not shown, and is not edited', async () => {
    const message = await sendPoll(anna, room, { question: 'Кто берёт шлем стража?' });
    expect([message.message, message.poll!.question]).toEqual([
      'Опрос: Кто берёт шлем стража?',
      'Кто берёт шлем стража?',
    ]);
    const { rooms } = await boris.call(chats.rooms);
    expect(rooms.find(({ _id }) => _id === room)!.lastMessage).toBe(message.message);
    const { found } = await boris.call(extras.search, { query: { q: 'шлем стража' } });
    expect(found.map((one) => one.message._id)).toContain(message._id);
    const refused = await anna.refusal(chats.edit, {
      params: { id: message._id },
      body: { message: 'Иначе' },
    });
    expect(refused.code).toBe('poll_fixed');
  });

  test('a forwarded poll is text, without the poll', async () => {
    const message = await sendPoll(anna, room);
    const other = await roomOf(boris, vera);
    await boris.call(extras.forward, {
      body: { messages: [message._id], rooms: [other], clientId: 'forward-poll' },
    });
    const copy = (await readRoom(vera, other)).at(-1)!;
    expect([copy.message, copy.poll]).toEqual(['Опрос: Когда рейд?', null]);
    expect((await vera.refusal(polls.one, { params: { id: message.poll!._id } })).status).toBe(404);
  });

  test('is deleted with its message', async () => {
    const message = await sendPoll(anna, room);
    await voteFor(boris, message.poll!, 0);
    await take(anna, message._id);
    expect((await boris.refusal(polls.one, { params: { id: message.poll!._id } })).status).toBe(
      404,
    );
    expect(await refuseVote(boris, message.poll!, 0)).toEqual([404, 'not_found']);
  });

  test('votes at the moment of the deletion leave nothing behind', async () => {
    const message = await sendPoll(anna, room, { isMultiple: true });
    const outcomes = await Promise.all([
      ...[0, 1, 2, 0, 1, 2].map((place) =>
        voteFor(boris, message.poll!, place).then(
          () => 'voted',
          (error: { body: { code: string } }) => error.body.code,
        ),
      ),
      take(anna, message._id).then(() => 'deleted'),
    ]);
    expect(outcomes.filter((one) => !['voted', 'not_found', 'deleted'].includes(one))).toEqual([]);
    expect(await countVotes(message.poll!._id)).toBe(0);
    const left = await db()
      .selectFrom('polls')
      .select('id')
      .where('id', '=', message.poll!._id)
      .execute();
    expect(left).toEqual([]);
  });

  test('the admin, who decides on a report, reads its options', async () => {
    const message = await sendPoll(anna, room);
    const described = await moderateMessages(app.server.context).describe([message._id]);
    expect(JSON.stringify([...described.values()])).toContain(
      'Опрос: Когда рейд? (В пятницу; В субботу; В воскресенье)',
    );
  });

  test('who is blocked reads it and does not vote', async () => {
    const closed = await roomOf(vera, boris);
    const poll = await pollOf(vera, closed);
    await vera.call(privacy.block, { params: { id: boris.id } });
    expect(await refuseVote(boris, poll, 0)).toEqual([403, 'messages_closed']);
    expect(await readPoll(boris, poll._id)).toMatchObject({ mayVote: false });
    await vera.call(privacy.unblock, { params: { id: boris.id } });
    await voteFor(boris, poll, 0);
  });

  test('in a group its creator closes it, and who is excluded neither sees it nor votes', async () => {
    await befriend(anna, boris, vera);
    const group = await makeGroup(anna, 'Рейд', boris, vera);
    const poll = (await sendPollToGroup(boris, group)).poll!;
    await voteFor(vera, poll, 1);
    expect(await readPoll(anna, poll._id)).toMatchObject({ mayClose: true });
    expect((await vera.refusal(polls.close, { params: { id: poll._id } })).status).toBe(403);
    await excludeFrom(anna, group, vera);
    expect((await vera.refusal(polls.one, { params: { id: poll._id } })).status).toBe(404);
    expect(await refuseVote(vera, poll, 0)).toEqual([404, 'not_found']);
    // The vote stays, as a message would.
    expect(await closePoll(anna, poll._id)).toMatchObject({ votes: [0, 1, 0] });
    // Everything in the group goes with it.
    await anna.call(groups.removeRoom, { params: { id: group } });
    expect((await boris.refusal(polls.one, { params: { id: poll._id } })).status).toBe(404);
    expect(await countVotes(poll._id)).toBe(0);
  });

  test('a vote and the end reach everyone who reads the room', async () => {
    const poll = await pollOf(anna, room);
    const stream = await openRoom(anna, room);
    await stream.next('init');
    await voteFor(boris, poll, 0);
    expect(await stream.next('poll')).toMatchObject({ id: poll._id });
    await closePoll(anna, poll._id);
    expect(await stream.next('poll')).toMatchObject({ id: poll._id });
    await stream.cut();
  });
});
