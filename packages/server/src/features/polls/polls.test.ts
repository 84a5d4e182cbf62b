import { describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as communities from '@respa/contract/communities';
import * as notifications from '@respa/contract/notifications';
import * as polls from '@respa/contract/polls';
import type { PollHead } from '@respa/contract/polls';
import * as groups from '@respa/contract/group-chats';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import * as authoring from '@respa/contract/authoring';
import { picture } from '#tests/support/files/pictures.ts';
import { befriend, excludeFrom, makeGroup } from '#tests/support/members/group-chats.ts';
import { readRoom, roomOf, take } from '#tests/support/members/conversations.ts';
import { makeCommunity } from '#tests/support/members/communities.ts';
import {
  closePoll,
  pollField,
  readPoll,
  sendPoll,
  sendPollToGroup,
  voteFor,
} from '#tests/support/members/polls.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { openLive, openRoom } from '#tests/support/stream-reader.ts';
import { moderateMessages } from '#features/chats/moderation.ts';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import { readArchive } from '#tests/support/files/archive.ts';

const { app, anna, boris, vera } = await openTrio();
const room = await roomOf(anna, boris);
const db = () => app.server.context.db;
const pollOf = async (...args: Parameters<typeof sendPoll>): Promise<PollHead> =>
  (await sendPoll(...args)).poll!;
const post = async (who: Caller, body: Record<string, unknown> = {}) =>
  (await who.call(wall.create, { body: { poll: pollField(), ...body } })).post;
const countPolls = async () =>
  Number(
    (
      await db()
        .selectFrom('polls')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );
const countVotes = async (pollId: string) =>
  (await db().selectFrom('poll_votes').select('id').where('poll_id', '=', pollId).execute()).length;
const refusal = (who: Caller, poll: PollHead, ...places: number[]) =>
  who
    .refusal(polls.vote, {
      params: { id: poll._id },
      body: { options: places.map((place) => poll.options[place]!._id) },
    })
    .then(({ status, code }) => [status, code]);

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
    expect(await refusal(boris, single, 0, 1)).toEqual([400, 'bad_input']);
    const several = await pollOf(anna, room, { isMultiple: true });
    expect(await voteFor(boris, several, 0, 2)).toMatchObject({ votes: [1, 0, 1], voters: 1 });
    expect(await voteFor(boris, several, 1, 2)).toMatchObject({ votes: [0, 1, 1], voters: 1 });
    const foreign = { ...several, options: single.options };
    expect(await refusal(boris, foreign, 0)).toEqual([400, 'bad_input']);
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
    expect(await refusal(boris, poll, 0)).toEqual([409, 'poll_closed']);
    expect(await refusal(boris, poll)).toEqual([409, 'poll_closed']);
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
    expect(await refusal(boris, poll, 1)).toEqual([409, 'poll_closed']);
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
    const before = await countPolls();
    const refused = await anna.refusal(chats.send, {
      params: { roomId: room },
      body: { poll: pollField(input) },
    });
    expect([refused.status, refused.error]).toEqual([400, sentence]);
    expect(await countPolls()).toBe(before);
  });

  test('is no JSON, or comes with a text: it is refused', async () => {
    for (const body of [{ poll: '[' }, { poll: 'null' }, { poll: pollField(), message: 'и текст' }])
      expect((await anna.refusal(chats.send, { params: { roomId: room }, body })).status).toBe(400);
  });

  test('twice with one clientId is one message and one poll, also at once', async () => {
    const before = await countPolls();
    const sent = await Promise.all(
      [1, 2, 3].map(() => sendPoll(anna, room, {}, { clientId: 'poll-once' })),
    );
    expect(new Set(sent.map(({ _id, poll }) => `${_id} ${poll!._id}`)).size).toBe(1);
    expect(await countPolls()).toBe(before + 1);
  });
});

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
    expect(await refusal(boris, message.poll!, 0)).toEqual([404, 'not_found']);
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
    expect(await refusal(boris, poll, 0)).toEqual([403, 'messages_closed']);
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
    expect(await refusal(vera, poll, 0)).toEqual([404, 'not_found']);
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

describe('On a wall', () => {
  test('a poll needs no text, follows the audience of its post, and stays when that is edited', async () => {
    const { _id: id, poll, title } = await post(anna);
    expect(title).toBe('');
    expect(await readPoll(vera, poll!._id)).toMatchObject({ mayVote: true });
    // Visitors see the question and no results.
    expect(await readPoll(app.nobody, poll!._id)).toMatchObject({ mayVote: false, votes: [] });
    const edited = await anna.call(authoring.edit, {
      params: { id },
      body: { title: '', audience: 'friends' },
    });
    expect(edited.post.poll).toEqual(poll);
    const stranger = await app.join('Чужой');
    for (const who of [app.nobody, stranger])
      expect((await who.refusal(polls.one, { params: { id: poll!._id } })).status).toBe(404);
    expect(await refusal(stranger, poll!, 0)).toEqual([404, 'not_found']);
    await anna.call(wall.remove, { params: { id } });
    expect((await anna.refusal(polls.one, { params: { id: poll!._id } })).status).toBe(404);
  });

  test('a notification about a post without words shows the question', async () => {
    const { _id: id } = await post(anna);
    await boris.call(reactions.like, { params: { id } });
    const { notifications: list } = await anna.call(notifications.list);
    expect(JSON.stringify(list.find((one) => one.postID === id))).toContain('Опрос: Когда рейд?');
  });

  test('nobody votes in a draft, and its poll is published with it', async () => {
    const draft = await post(anna, { draft: 'true' });
    expect(await refusal(anna, draft.poll!, 0)).toEqual([409, 'not_published']);
    expect((await vera.refusal(polls.one, { params: { id: draft.poll!._id } })).status).toBe(404);
    const { post: published } = await anna.call(authoring.publish, { params: { id: draft._id } });
    expect(published.poll).toEqual(draft.poll);
    expect(await voteFor(vera, published.poll!, 0)).toMatchObject({ votes: [1, 0, 0] });
  });

  test('a repeated creation with one key makes one post and one poll', async () => {
    const before = await countPolls();
    const key = { 'idempotency-key': 'poll-post-once' };
    const made = await Promise.all(
      [1, 2].map(() => anna.request(wall.create, { body: { poll: pollField() } }, key)),
    );
    await Promise.all(made.map((answer) => answer.text()));
    await anna.request(wall.create, { body: { poll: pollField() } }, key);
    expect(await countPolls()).toBe(before + 1);
  });

  test('a closed wall closes its polls, and the author hears of a vote', async () => {
    const { poll } = await post(anna);
    const stream = await openLive(anna);
    await voteFor(vera, poll!, 0);
    expect(await stream.next('poll')).toMatchObject({ id: poll!._id });
    await stream.cut();
    await anna.call(privacy.set, { body: { wall: 'nobody' } });
    expect(await refusal(vera, poll!, 1)).toEqual([404, 'not_found']);
    await anna.call(privacy.set, { body: { wall: 'all' } });
  });
});

describe('In a community', () => {
  test('the staff close it, who is banned does not vote, and it goes with the community', async () => {
    const id = await makeCommunity(anna, 'Опросы');
    const { post: article } = await anna.call(communities.createPost, {
      params: { id },
      body: { title: 'Рейд', poll: pollField() },
      files: { file: [await picture()] },
    });
    const poll = article.poll!;
    await voteFor(vera, poll, 0);
    expect((await boris.refusal(polls.close, { params: { id: poll._id } })).status).toBe(403);
    await anna.call(communities.ban, { params: { id, userId: boris.id }, body: {} });
    expect(await refusal(boris, poll, 0)).toEqual([403, 'banned_here']);
    expect(await closePoll(anna, poll._id)).toMatchObject({ votes: [1, 0, 0] });
    await anna.call(communities.remove, { params: { id } });
    expect((await vera.refusal(polls.one, { params: { id: poll._id } })).status).toBe(404);
  });

  test('a scheduled article takes no poll that ends before it', async () => {
    const id = await makeCommunity(anna, 'Отложенное');
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const files = { file: [await picture()] };
    const body = { publishAt: inHours(2), poll: pollField({ closesAt: inHours(1) }) };
    const refused = await anna.refusal(communities.createPost, { params: { id }, body, files });
    expect([refused.status, refused.error]).toEqual([
      400,
      'Опрос закончится раньше, чем выйдет пост.',
    ]);
    const later = { ...body, poll: pollField({ closesAt: inHours(3) }) };
    await anna.call(communities.createPost, { params: { id }, body: later, files });
  });

  test('nobody votes in a proposal; published, it takes its poll along', async () => {
    const id = await makeCommunity(anna, 'Предложения');
    const { post: proposal } = await vera.call(communities.propose, {
      params: { id },
      body: { title: 'Рейд', poll: pollField() },
      files: { file: [await picture()] },
    });
    expect(await refusal(vera, proposal.poll!, 0)).toEqual([409, 'not_published']);
    expect((await boris.refusal(polls.one, { params: { id: proposal.poll!._id } })).status).toBe(
      404,
    );
    const { post: published } = await anna.call(communities.publish, {
      params: { id: proposal._id },
    });
    expect(published.poll).toEqual(proposal.poll);
    await voteFor(boris, published.poll!, 0);
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
