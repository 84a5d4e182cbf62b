import { describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as polls from '@respa/contract/polls';
import type { PollHead } from '@respa/contract/polls';
import * as privacy from '@respa/contract/privacy';
import * as wall from '@respa/contract/wall';
import { roomOf } from '#tests/support/members/conversations.ts';
import { closePoll, pollField, readPoll, sendPoll, voteFor } from '#tests/support/members/polls.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import { readArchive } from '#tests/support/files/archive.ts';
import { countPolls, refuseVote } from '#tests/support/members/polls.ts';

const { app, anna, boris, vera } = await openTrio();
const room = await roomOf(anna, boris);
const db = () => app.server.context.db;
const pollOf = async (...args: Parameters<typeof sendPoll>): Promise<PollHead> =>
  (await sendPoll(...args)).poll!;
const post = async (who: Caller, body: Record<string, unknown> = {}) =>
  (await who.call(wall.create, { body: { poll: pollField(), ...body } })).post;

describe('A vote', () => {
  test('shows the results to who voted, can be changed and withdrawn', async () => {
    const poll = await pollOf(anna, room);
    expect(await readPoll(boris, poll._id)).toEqual({
      ...poll,
      isClosed: false,
      voters: 0,
      mine: [],
      votes: [],
      mayVote: true,
      mayClose: false,
    });
    const [friday, saturday] = poll.options.map(({ _id }) => _id);
    expect(await voteFor(boris, poll, 0)).toMatchObject({
      mine: [friday],
      votes: [1, 0, 0],
      voters: 1,
    });
    // Anna has not voted: she sees how many have, and nothing else.
    expect(await readPoll(anna, poll._id)).toMatchObject({ votes: [], mine: [], voters: 1 });
    expect(await voteFor(boris, poll, 1)).toMatchObject({ mine: [saturday], votes: [0, 1, 0] });
    expect(await voteFor(boris, poll, 1)).toMatchObject({ votes: [0, 1, 0], voters: 1 });
    expect(await voteFor(boris, poll)).toMatchObject({ mine: [], votes: [], voters: 0 });
  });

  test('takes several options only where the poll allows it', async () => {
    const single = await pollOf(anna, room);
    expect(await refuseVote(boris, single, 0, 1)).toEqual([400, 'bad_input']);
    const several = await pollOf(anna, room, { isMultiple: true });
    expect(await voteFor(boris, several, 0, 2)).toMatchObject({ votes: [1, 0, 1], voters: 1 });
    expect(await voteFor(boris, several, 1, 2)).toMatchObject({ votes: [0, 1, 1], voters: 1 });
    const foreign = { ...several, options: single.options };
    expect(await refuseVote(boris, foreign, 0)).toEqual([400, 'bad_input']);
  });

  test('many votes of one person at once are one vote, and nobody votes after the end', async () => {
    const poll = await pollOf(anna, room, { isMultiple: true });
    await Promise.all(
      [0, 1, 2, 0, 1, 2, 0, 1].map((place) =>
        Promise.all([voteFor(anna, poll, place), voteFor(boris, poll, place, (place + 1) % 3)]),
      ),
    );
    const { voters, votes } = await readPoll(anna, poll._id);
    expect([voters, votes.reduce((sum, count) => sum + count)]).toEqual([2, 3]);
    await voteFor(anna, poll);
    await voteFor(boris, poll);
    const outcomes = await Promise.all([
      ...[0, 1, 2].map((place) =>
        voteFor(boris, poll, place).then(
          () => 'voted',
          (error: { body: { code: string } }) => error.body.code,
        ),
      ),
      closePoll(anna, poll._id).then(() => 'closed'),
    ]);
    expect(outcomes.filter((one) => !['voted', 'poll_closed', 'closed'].includes(one))).toEqual([]);
    const closed = await readPoll(boris, poll._id);
    expect(await refuseVote(boris, poll, 0)).toEqual([409, 'poll_closed']);
    expect(await refuseVote(boris, poll)).toEqual([409, 'poll_closed']);
    expect(await readPoll(boris, poll._id)).toEqual(closed);
  });
});

describe('The end of a poll', () => {
  test('comes by the author, once, and shows the results to all', async () => {
    const poll = await pollOf(anna, room);
    await voteFor(boris, poll, 2);
    expect((await boris.refusal(polls.close, { params: { id: poll._id } })).status).toBe(403);
    const closed = await closePoll(anna, poll._id);
    expect(closed).toMatchObject({ isClosed: true, votes: [0, 0, 1], mayVote: false, mine: [] });
    expect(await closePoll(anna, poll._id)).toEqual(closed);
  });

  test('comes by itself at its time', async () => {
    const poll = await pollOf(anna, room, {
      closesAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await voteFor(boris, poll, 0);
    await db()
      .updateTable('polls')
      .set({ closes_at: new Date(Date.now() - 1_000) })
      .where('id', '=', poll._id)
      .execute();
    expect(await refuseVote(boris, poll, 1)).toEqual([409, 'poll_closed']);
    expect(await readPoll(anna, poll._id)).toMatchObject({ isClosed: true, votes: [1, 0, 0] });
  });
});

describe('A poll that is sent', () => {
  test.each([
    ['no question', { question: ' \u200b ' }, 'Напишите вопрос.'],
    ['a long question', { question: 'щ'.repeat(301) }, 'Вопрос не длиннее 300 символов.'],
    ['one option', { options: ['Да'] }, 'В опросе от 2 до 10 вариантов.'],
    [
      'eleven options',
      { options: Array.from({ length: 11 }, (_, at) => `${at}`) },
      'В опросе от 2 до 10 вариантов.',
    ],
    ['an empty option', { options: ['Да', '\u2800'] }, 'В опросе есть пустой вариант.'],
    ['a long option', { options: ['Да', 'щ'.repeat(101)] }, 'Вариант не длиннее 100 символов.'],
    ['the same twice', { options: ['Да', ' Да\u200b'] }, 'Варианты не должны повторяться.'],
    ['a past end', { closesAt: '2020-01-01' }, 'Выберите время в будущем, не дальше года.'],
    ['an end that is no time', { closesAt: 'потом' }, 'Выберите время в будущем, не дальше года.'],
  ])('with %s is refused', async (_what, input, sentence) => {
    const before = await countPolls(app);
    const refused = await anna.refusal(chats.send, {
      params: { roomId: room },
      body: { poll: pollField(input) },
    });
    expect([refused.status, refused.error]).toEqual([400, sentence]);
    expect(await countPolls(app)).toBe(before);
  });

  test('is no JSON, or comes with a text: it is refused', async () => {
    for (const body of [{ poll: '[' }, { poll: 'null' }, { poll: pollField(), message: 'и текст' }])
      expect((await anna.refusal(chats.send, { params: { roomId: room }, body })).status).toBe(400);
  });

  test('twice with one clientId is one message and one poll, also at once', async () => {
    const before = await countPolls(app);
    const sent = await Promise.all(
      [1, 2, 3].map(() => sendPoll(anna, room, {}, { clientId: 'poll-once' })),
    );
    expect(new Set(sent.map(({ _id, poll }) => `${_id} ${poll!._id}`)).size).toBe(1);
    expect(await countPolls(app)).toBe(before + 1);
  });
});

describe('The voters', () => {
  test('of an open poll are listed to who sees its results, newest first', async () => {
    const { poll } = await post(anna);
    const list = (who: Caller, place: number, before?: string) =>
      who.call(polls.voters, {
        params: { id: poll!._id, optionId: poll!.options[place]!._id },
        query: before === undefined ? {} : { before },
      });
    await voteFor(boris, poll!, 0);
    await voteFor(vera, poll!, 0);
    const params = { id: poll!._id, optionId: poll!.options[0]!._id };
    expect((await anna.refusal(polls.voters, { params })).status).toBe(403);
    const page = await list(vera, 0);
    expect(page.voters.map(({ person }) => person._id)).toEqual([vera.id, boris.id]);
    expect(
      (await list(vera, 0, page.voters[0]!._id)).voters.map(({ person }) => person._id),
    ).toEqual([boris.id]);
    expect((await list(vera, 1)).voters).toEqual([]);
    // A member who blocks the reader does not exist for them.
    await boris.call(privacy.block, { params: { id: vera.id } });
    expect((await list(vera, 0)).voters.map(({ person }) => person._id)).toEqual([vera.id]);
    await boris.call(privacy.unblock, { params: { id: vera.id } });
  });

  test('of an anonymous poll are told to nobody, its author included', async () => {
    const { poll } = await post(anna, { poll: pollField({ isAnonymous: true }) });
    await voteFor(boris, poll!, 0);
    await voteFor(anna, poll!, 0);
    await closePoll(anna, poll!._id);
    for (const who of [anna, boris])
      expect(
        (
          await who.refusal(polls.voters, {
            params: { id: poll!._id, optionId: poll!.options[0]!._id },
          })
        ).status,
      ).toBe(403);
  });
});

describe('A deleted account', () => {
  test('takes its votes along; the archive held them and the own polls', async () => {
    const gone = await app.join('Глеб', 'Уходящий');
    const { poll } = await post(anna);
    const own = await post(gone);
    await voteFor(gone, poll!, 1);
    await voteFor(boris, poll!, 1);
    const archive = await readArchive(app, gone);
    const rows = (file: string) =>
      JSON.parse(archive.get(file)!.toString()) as Record<string, unknown>[];
    expect(rows('poll-votes.json')).toMatchObject([
      { question: 'Когда рейд?', option: 'В субботу', path: expect.stringContaining('/userpost/') },
    ]);
    expect(rows('posts.json')).toMatchObject([
      { poll: { question: 'Когда рейд?', options: ['В пятницу', 'В субботу', 'В воскресенье'] } },
    ]);
    await gone.call(account.deleteProfile, { body: { password: PASSWORD } });
    expect(await readPoll(boris, poll!._id)).toMatchObject({ votes: [0, 1, 0], voters: 1 });
    expect((await boris.refusal(polls.one, { params: { id: own.poll!._id } })).status).toBe(404);
  });
});
