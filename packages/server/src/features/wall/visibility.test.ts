import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as authoring from '@respa/contract/authoring';
import * as friends from '@respa/contract/friends';
import * as notifications from '@respa/contract/notifications';
import * as privacy from '@respa/contract/privacy';
import * as profile from '@respa/contract/profile';
import * as reactions from '@respa/contract/reactions';
import * as reports from '@respa/contract/reports';
import * as wall from '@respa/contract/wall';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { cookieOf, picture } from '#tests/support/files/pictures.ts';
import { befriend } from '#tests/support/members/group-chats.ts';

let app: TestApp;
let anna: Caller;
let friend: Caller;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  [anna, friend, stranger] = await Promise.all([
    app.join('Анна', 'Белова'),
    app.join('Вера', 'Зимина'),
    app.join('Семён', 'Чужой'),
  ]);
  await befriend(anna, friend);
});
afterEach(() => assertCounted(app));

type Post = Awaited<ReturnType<typeof create>>;
const create = async (
  body: { title?: string; audience?: 'all' | 'friends'; draft?: 'true' | 'false' },
  file: Blob[] = [],
) => (await anna.call(wall.create, { body, files: { file } })).post;
const edit = async (id: string, body: Record<string, unknown>) =>
  (await anna.call(authoring.edit, { params: { id }, body })).post;
const answers = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );
const ids = (page: { posts: { _id: string }[] }) => page.posts.map((post) => post._id);
const mediaOf = async (who: Caller, name: string) =>
  fetch(`${app.url}/media/userposts/${name}`, {
    headers: who === app.nobody ? {} : { cookie: await cookieOf(app, who) },
  });

type Ways = Record<string, boolean>;
/** Tries the ways to a post that only members have. */
async function waysOfMember(
  who: Caller,
  post: Post,
  count: number,
  commentId?: string,
): Promise<Ways> {
  const params = { id: post._id };
  const [feed, page] = [
    ids(await who.call(wall.friendsNews)),
    await who.call(profile.profile, { params: { id: anna.id } }),
  ];
  expect(page.counts.posts).toBe(count);
  // Only friends have it in their feed.
  expect(who === friend || !feed.includes(post._id)).toBe(true);
  return {
    one: await answers(who.call(wall.one, { params })),
    head: await answers(who.call(wall.postHead, { params })),
    liked: await answers(who.call(reactions.checkLike, { params })),
    like: await answers(who.call(reactions.like, { params, query: { state: 'on' } })),
    comments: await answers(who.call(reactions.comments, { params: { postId: post._id } })),
    comment: await answers(
      who.call(reactions.comment, { params: { postId: post._id }, body: { text: 'Да' } }),
    ),
    ...(who === anna
      ? {}
      : {
          report: await answers(
            who.call(reports.create, { body: { kind: 'userpost', id: post._id, reason: 'spam' } }),
          ),
        }),
    ...(who === friend ? { feed: feed.includes(post._id) } : {}),
    ...(commentId === undefined
      ? {}
      : {
          likeComment: await answers(
            who.call(reactions.likeComment, { params: { commentId }, query: { state: 'on' } }),
          ),
        }),
  };
}
/**
 * Returns whether a user finds a post. Asserts that all ways to the post agree: one that differs is
 * a leak or a gap.
 */
async function finds(who: Caller, post: Post, commentId?: string): Promise<boolean> {
  const list = await who
    .call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } })
    .catch(() => ({ posts: [], count: 0 }));
  expect(list.count).toBe(list.posts.length);
  const ways: Ways = {
    list: ids(list).includes(post._id),
    picture: (await mediaOf(who, post.images[0]!)).status === 200,
    ...(who === app.nobody ? {} : await waysOfMember(who, post, list.count, commentId)),
  };
  expect(new Set(Object.values(ways)).size, JSON.stringify(ways)).toBe(1);
  return ways['list']!;
}

test('a post for friends is visible to friends and to nobody else, by every way to it', async () => {
  const open = await create({ title: 'Всем' }, [await picture()]);
  const closed = await create({ title: 'Друзьям', audience: 'friends' }, [await picture()]);
  expect([open.audience, closed.audience]).toEqual(['all', 'friends']);
  const { comment } = await anna.call(reactions.comment, {
    params: { postId: closed._id },
    body: { text: 'Между нами' },
  });
  const everyone = async (post: Post) => [
    await finds(anna, post, comment._id),
    await finds(friend, post, comment._id),
    await finds(stranger, post, comment._id),
    await finds(app.nobody, post),
  ];
  expect(await everyone(closed)).toEqual([true, true, false, false]);
  const counts = await Promise.all(
    [anna, friend, stranger, app.nobody].map(
      async (who) =>
        (await who.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } })).count,
    ),
  );
  expect(counts).toEqual([2, 2, 1, 1]);
  expect((await mediaOf(friend, closed.images[0]!)).headers.get('cache-control')).toBe(
    'private, no-store',
  );
  expect((await mediaOf(friend, open.images[0]!)).headers.get('cache-control')).toContain(
    'immutable',
  );
  expect(await stranger.refusal(wall.remove, { params: { id: closed._id } })).toMatchObject({
    status: 404,
  });

  // The wall itself may be more limited; a block overrides everything; ending a friendship ends the
  // access.
  await anna.call(privacy.set, { body: { wall: 'nobody' } });
  expect([await finds(anna, closed), await finds(stranger, open)]).toEqual([true, false]);
  expect(
    await friend.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } }),
  ).toMatchObject({ posts: [], count: 0, hidden: true });
  await anna.call(privacy.set, { body: { wall: 'friends' } });
  expect([await finds(friend, closed), await finds(stranger, closed)]).toEqual([true, false]);
  await anna.call(privacy.set, { body: { wall: 'all' } });
  await anna.call(friends.remove, { params: { id: friend.id }, body: { showedFriends: [] } });
  expect(
    await friend.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } }),
  ).toMatchObject({ count: 1, hidden: false });
  expect(await friend.refusal(wall.one, { params: { id: closed._id } })).toMatchObject({
    status: 404,
  });
});

test('the audience can be changed later, which does not count as an edit', async () => {
  const post = await create({ title: 'Всем' }, [await picture()]);
  const everyone = async (one: Post) => [
    await finds(anna, one),
    await finds(friend, one),
    await finds(stranger, one),
    await finds(app.nobody, one),
  ];
  const limited = await edit(post._id, { audience: 'friends' });
  expect(limited).toEqual({ ...post, audience: 'friends' });
  expect(await everyone(post)).toEqual([true, true, false, false]);
  expect(await edit(post._id, { audience: 'friends' })).toMatchObject({
    audience: 'friends',
    edited: null,
  });
  await assertCounted(app);
  expect((await edit(post._id, { audience: 'all' })).edited).toBeNull();
  expect((await everyone(post)).slice(0, 2)).toEqual([true, true]);
  expect((await stranger.call(wall.one, { params: { id: post._id } })).post.audience).toBe('all');
  expect(
    await anna.refusal(authoring.edit, { params: { id: post._id }, body: { audience: 'nobody' } }),
  ).toMatchObject({ status: 400 });
  expect(
    await anna.refusal(wall.create, { body: { title: 'Кому?', audience: 'enemies' } }),
  ).toMatchObject({ status: 400 });
});

test('a draft is visible to its author only until it is published; then it comes first with a new date and id', async () => {
  const draft = await create({ title: 'Допишу потом', draft: 'true' }, [await picture()]);
  expect(draft).toMatchObject({ draft: true, pinned: false, audience: 'all', likes: 0 });
  const older = await create({ title: 'Опубликовано раньше' });
  const own = async () => [
    ids(await anna.call(authoring.drafts)),
    ids(await anna.call(wall.list, { params: { userId: anna.id, page: 1, offset: 0 } })),
  ];
  expect(await own()).toEqual([[draft._id], [older._id]]);
  for (const who of [friend, stranger]) {
    expect(await finds(who, draft)).toBe(false);
    expect((await who.call(authoring.drafts)).posts).toEqual([]);
    for (const route of [
      authoring.publish,
      authoring.pin,
      authoring.unpin,
      authoring.edit,
      wall.remove,
    ])
      expect(await who.refusal(route, { params: { id: draft._id } })).toMatchObject({
        status: 404,
      });
  }
  expect((await anna.call(wall.one, { params: { id: draft._id } })).post).toEqual(draft);
  expect((await mediaOf(anna, draft.images[0]!)).headers.get('cache-control')).toBe(
    'private, no-store',
  );
  for (const route of [reactions.like, reactions.checkLike])
    expect(await anna.refusal(route, { params: { id: draft._id } })).toMatchObject({ status: 404 });
  expect(await anna.refusal(authoring.pin, { params: { id: draft._id } })).toMatchObject({
    status: 409,
    error: 'Сначала опубликуйте пост.',
  });
  expect((await anna.call(profile.profile, { params: { id: anna.id } })).counts.posts).toBe(1);

  const changed = await edit(draft._id, { title: 'Дописано', audience: 'friends' });
  expect(changed).toMatchObject({ draft: true, title: 'Дописано', audience: 'friends' });
  await sql`
    update posts
    set created_at = now() - interval '3 days'
    where id = ${draft._id}
  `.execute(app.server.context.db);
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => anna.call(authoring.publish, { params: { id: draft._id } })),
  );
  const published = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.post] : []));
  expect(published).toHaveLength(1);
  const [post] = published as [Post];
  expect(post).toMatchObject({
    draft: false,
    title: 'Дописано',
    audience: 'friends',
    edited: null,
    pictures: draft.pictures,
  });
  expect(Math.abs(Date.parse(post.date) - Date.now())).toBeLessThan(60_000);
  expect(await own()).toEqual([[], [post._id, older._id]]);
  expect([await finds(anna, post), await finds(friend, post), await finds(stranger, post)]).toEqual(
    [true, true, false],
  );
  expect(ids(await friend.call(wall.friendsNews))).toEqual([post._id, older._id]);
  for (const route of [wall.one, authoring.edit, wall.remove, authoring.publish])
    expect(await anna.refusal(route, { params: { id: draft._id } })).toMatchObject({ status: 404 });
  expect(await anna.refusal(authoring.publish, { params: { id: post._id } })).toMatchObject({
    status: 404,
  });
  expect(await friend.refusal(authoring.publish, { params: { id: post._id } })).toMatchObject({
    status: 403,
  });
});

test('drafts come in pages and are deleted without a trace', async () => {
  const made: string[] = [];
  for (let turn = 0; turn < 12; turn += 1)
    made.unshift((await create({ title: `№${turn}`, draft: 'true' }))._id);
  const first = await anna.call(authoring.drafts);
  const second = await anna.call(authoring.drafts, { query: { before: first.posts.at(-1)!._id } });
  expect([ids(first), ids(second), first.isLast, second.isLast]).toEqual([
    made.slice(0, 10),
    made.slice(10),
    false,
    true,
  ]);
  await anna.call(wall.remove, { params: { id: made[0]! } });
  expect(ids(await anna.call(authoring.drafts))[0]).toBe(made[1]);
  expect(await anna.refusal(wall.create, { body: { title: ' ', draft: 'true' } })).toMatchObject({
    status: 400,
    code: 'empty_post',
  });
  expect(
    (await anna.call(notifications.list)).notifications.filter((notice) => notice.postID !== null),
  ).toEqual([]);
});
