import { describe, expect, test } from 'vitest';
import * as communities from '@respa/contract/communities';
import * as notifications from '@respa/contract/notifications';
import * as polls from '@respa/contract/polls';
import * as privacy from '@respa/contract/privacy';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import * as authoring from '@respa/contract/authoring';
import { picture } from '#tests/support/files/pictures.ts';
import { makeCommunity } from '#tests/support/members/communities.ts';
import { closePoll, pollField, readPoll, voteFor } from '#tests/support/members/polls.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { type Caller } from '#tests/support/driver.ts';
import { countPolls, refuseVote } from '#tests/support/members/polls.ts';

const { app, anna, boris, vera } = await openTrio();
const post = async (who: Caller, body: Record<string, unknown> = {}) =>
  (await who.call(wall.create, { body: { poll: pollField(), ...body } })).post;

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
    expect(await refuseVote(stranger, poll!, 0)).toEqual([404, 'not_found']);
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
    expect(await refuseVote(anna, draft.poll!, 0)).toEqual([409, 'not_published']);
    expect((await vera.refusal(polls.one, { params: { id: draft.poll!._id } })).status).toBe(404);
    const { post: published } = await anna.call(authoring.publish, { params: { id: draft._id } });
    expect(published.poll).toEqual(draft.poll);
    expect(await voteFor(vera, published.poll!, 0)).toMatchObject({ votes: [1, 0, 0] });
  });

  test('a repeated creation with one key makes one post and one poll', async () => {
    const before = await countPolls(app);
    const key = { 'idempotency-key': 'poll-post-once' };
    const made = await Promise.all(
      [1, 2].map(() => anna.request(wall.create, { body: { poll: pollField() } }, key)),
    );
    await Promise.all(made.map((answer) => answer.text()));
    await anna.request(wall.create, { body: { poll: pollField() } }, key);
    expect(await countPolls(app)).toBe(before + 1);
  });

  test('a closed wall closes its polls, and the author hears of a vote', async () => {
    const { poll } = await post(anna);
    const stream = await openLive(anna);
    await voteFor(vera, poll!, 0);
    expect(await stream.next('poll')).toMatchObject({ id: poll!._id });
    await stream.cut();
    await anna.call(privacy.set, { body: { wall: 'nobody' } });
    expect(await refuseVote(vera, poll!, 1)).toEqual([404, 'not_found']);
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
    expect(await refuseVote(boris, poll, 0)).toEqual([403, 'banned_here']);
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
    expect(await refuseVote(vera, proposal.poll!, 0)).toEqual([409, 'not_published']);
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
