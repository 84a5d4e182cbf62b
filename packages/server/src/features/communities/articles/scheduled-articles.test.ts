import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@respa/contract/durations';
import * as communities from '@respa/contract/communities';
import type { Caller } from '#tests/support/driver.ts';
import { cookieOf, picture } from '#tests/support/files/pictures.ts';
import { makeCommunity, readCommunity } from '#tests/support/members/communities.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { publishDue } from './publishing.ts';

const { app, anna, boris, vera } = await openTrio();
const id = await makeCommunity(anna, 'Вестник');
for (const who of [boris, vera]) await who.call(communities.subscribe, { params: { id } });
await anna.call(communities.addEditor, { params: { id, userId: vera.id } });
const soon = (ms = HOUR_MS) => new Date(Date.now() + ms).toISOString();
const titles = async (who: Caller, query = {}) =>
  (await who.call(communities.posts, { params: { id }, query })).posts.map(({ title }) => title);
const waiting = async (who: Caller, state: 'proposed' | 'scheduled') =>
  (await who.call(communities.waiting, { params: { id, state } })).posts.map(({ title }) => title);

test('a scheduled article of a suspended author is not published automatically', async () => {
  const { db } = app.server.context;
  const { post } = await vera.call(communities.createPost, {
    params: { id },
    body: { title: 'Ждёт', publishAt: soon() },
    files: { file: [await picture()] },
  });
  const come = () =>
    sql`
      update public_posts
      set publish_at = now() - interval '1 minute'
      where id = ${post._id}
    `.execute(db);
  await sql`
    insert into suspensions (user_id, id, reason)
    values (${vera.id}, gen_random_uuid(), 'Обман')
  `.execute(db);
  await come();
  await publishDue(app.server.context, post._id);
  expect(await waiting(anna, 'scheduled')).toEqual(['Ждёт']);
  const { rows } = await sql<{
    wait: number;
  }>`
    select extract(epoch from run_at - now())::int as wait
    from graphile_worker.jobs
    where key = ${`publics.publish:${post._id}`}
  `.execute(db);
  expect(rows[0]!.wait).toBeGreaterThan(3_500);
  await sql`delete from suspensions where user_id = ${vera.id}`.execute(db);
  await publishDue(app.server.context, post._id);
  expect([await waiting(anna, 'scheduled'), (await titles(boris))[0]]).toEqual([[], 'Ждёт']);
});

describe('A scheduled article', () => {
  test('is visible to staff only, with its pictures, and is published automatically', async () => {
    const { post } = await anna.call(communities.createPost, {
      params: { id },
      body: { title: 'Завтра', publishAt: soon() },
      files: { file: [await picture()] },
    });
    expect(post).toMatchObject({ state: 'scheduled', mayEdit: true });
    expect(await waiting(vera, 'scheduled')).toEqual(['Завтра']);
    expect((await readCommunity(vera, id)).scheduled).toBe(1);
    expect(await titles(boris)).not.toContain('Завтра');
    expect(await boris.refusal(communities.post, { params: { id: post._id } })).toMatchObject({
      status: 404,
    });
    expect(
      await boris.refusal(communities.waiting, { params: { id, state: 'scheduled' } }),
    ).toMatchObject({ status: 403 });
    expect(
      await boris.refusal(communities.comment, {
        params: { postId: post._id },
        body: { text: 'Ага' },
      }),
    ).toMatchObject({ status: 404 });
    expect(await anna.refusal(communities.pin, { params: { id: post._id } })).toMatchObject({
      status: 409,
      code: 'not_published',
    });
    const shown = async (who: Caller) =>
      (
        await fetch(`${app.url}/media/publicposts/${post.images[0]!}`, {
          headers: { cookie: await cookieOf(app, who) },
        })
      ).status;
    expect([
      await shown(vera),
      await shown(boris),
      (await fetch(`${app.url}/media/publicposts/${post.images[0]!}`)).status,
    ]).toEqual([200, 404, 404]);
    const live = await openLive(boris);
    await anna.call(communities.editPost, {
      params: { id: post._id },
      body: { publishAt: soon(1_500) },
    });
    const notified = await live.next('public-post');
    const out = (await boris.call(communities.post, { params: { id: notified['id'] as string } }))
      .post;
    expect([out.title, out.state, out.publishAt, out._id === post._id]).toEqual([
      'Завтра',
      'published',
      null,
      false,
    ]);
    expect([
      await waiting(vera, 'scheduled'),
      (await titles(boris))[0],
      (await fetch(`${app.url}/media/publicposts/${out.images[0]!}`)).status,
    ]).toEqual([[], 'Завтра', 200]);
    await live.cut();
  });
  test('may be published at once, but only once', async () => {
    const { post } = await anna.call(communities.createPost, {
      params: { id },
      body: { title: 'Сейчас', publishAt: soon() },
      files: { file: [await picture()] },
    });
    expect(await boris.refusal(communities.publish, { params: { id: post._id } })).toMatchObject({
      status: 404,
    });
    const came = await Promise.allSettled(
      Array.from({ length: 4 }, () => vera.call(communities.publish, { params: { id: post._id } })),
    );
    expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await titles(boris)).filter((title) => title === 'Сейчас')).toHaveLength(1);
  });
  test.each(['вчера', '2001-01-01', '2999-01-01T00:00:00Z'])(
    'must be scheduled within the next year: %s',
    async (publishAt) => {
      const file = [await picture()];
      expect(
        await anna.refusal(communities.createPost, {
          params: { id },
          body: { publishAt },
          files: { file },
        }),
      ).toMatchObject({ status: 400, error: 'Выберите время в будущем, не дальше года.' });
    },
  );
});
