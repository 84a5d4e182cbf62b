import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as profile from '@respa/contract/profile';
import * as communities from '@respa/contract/communities';
import { type Caller } from '#tests/support/driver.ts';
import { makeCommunity, readCommunity } from '#tests/support/members/communities.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const unknown = '01890000-0000-7000-8000-000000000000';
const subscribe = (who: Caller, id: string, state?: 'on' | 'off') =>
  who.call(communities.subscribe, {
    params: { id },
    ...(state === undefined ? {} : { query: { state } }),
  });

describe('A subscription', () => {
  test('toggles, is idempotent with a state, and is counted on both sides', async () => {
    const id = await makeCommunity(anna, 'Читаемая');
    expect(await boris.call(communities.isSubscriber, { params: { id } })).toEqual({
      isSubscriber: false,
    });
    expect(await subscribe(boris, id)).toEqual({ isSubscriber: true, subscribersCount: 2 });
    expect(await subscribe(boris, id, 'on')).toEqual({ isSubscriber: true, subscribersCount: 2 });
    expect(await subscribe(boris, id)).toEqual({ isSubscriber: false, subscribersCount: 1 });
    await Promise.all(Array.from({ length: 8 }, () => subscribe(boris, id, 'on')));
    expect(await readCommunity(boris, id)).toMatchObject({
      subscribersCount: 2,
      isSubscriber: true,
      subscribers: [boris.id, anna.id],
    });
    expect(
      (await vera.call(communities.firstSubscribers, { params: { id } })).subscribers.map(
        ({ _id }) => _id,
      ),
    ).toEqual([boris.id, anna.id]);
    expect(
      (await vera.call(communities.subscribes, { params: { id } })).subscribers.map(
        ({ _id }) => _id,
      ),
    ).toEqual([boris.id, anna.id]);
    expect(await boris.refusal(communities.subscribe, { params: { id: unknown } })).toMatchObject({
      status: 404,
    });
  });
  test('shows on the subscriber’s page; ending it returns another one to fill the gap', async () => {
    const reader = await app.join('Дина');
    const ids = await Promise.all(
      [1, 2, 3].map((number) => makeCommunity(vera, `Лента ${number}`)),
    );
    for (const id of ids) await subscribe(reader, id);
    const page = await vera.call(profile.profile, { params: { id: reader.id } });
    expect([page.counts.subscribes, page.subscribes.map(({ _id }) => _id)]).toEqual([
      3,
      ids.toReversed(),
    ]);
    expect(
      (await vera.call(communities.subscribes, { params: { id: reader.id } })).subscribes.map(
        ({ name }) => name,
      ),
    ).toEqual(['Лента 3', 'Лента 2', 'Лента 1']);
    const walked = await vera.call(communities.subscribes, {
      params: { id: reader.id },
      query: { limit: 1, before: ids[2]! },
    });
    expect([walked.subscribes[0]!.name, walked.isLast, walked.count]).toEqual([
      'Лента 2',
      false,
      3,
    ]);
    expect(
      await reader.call(communities.unsubscribe, {
        params: { id: ids[2]! },
        body: { showedSubscribes: [ids[2]!, ids[1]!] },
      }),
    ).toMatchObject({ isSubscriber: false, newSubscribe: { _id: ids[0], name: 'Лента 1' } });
    expect(
      await reader.call(communities.unsubscribe, {
        params: { id: ids[2]! },
        body: { showedSubscribes: ids },
      }),
    ).toEqual({ isSubscriber: false, newSubscribe: null });
  });
  test('of a community with over a hundred subscribers lists the newest hundred and the viewer', async () => {
    const id = await makeCommunity(anna, 'Большая');
    await sql`
      with account as (
        insert into accounts (id, email, password_hash, activated_at)
        select gen_random_uuid(), 'reader' || n || '@crowd.test', '', now()
        from generate_series(1, 120) n
        returning id
      ),
      person as (
        insert into people (id, name, surname, birth_date, is_listed, subscribes_count)
        select id, 'Читатель', 'Новый', '1990-01-01', true, 1
        from account
        returning id
      ),
      counted as (
        update publics
        set subscribers_count = subscribers_count + 120
        where id = ${id}
      )
      insert into public_subscriptions (public_id, user_id, id)
      select ${id},
        id,
        ('ffff0000-0000-7000-8000-' || lpad(to_hex(row_number() over ()), 12, '0'))::uuid
      from person
    `.execute(app.server.context.db);
    const { subscribers, subscribersCount } = await readCommunity(anna, id);
    expect([subscribersCount, subscribers.length, subscribers[0]]).toEqual([121, 100, anna.id]);
  });
});
