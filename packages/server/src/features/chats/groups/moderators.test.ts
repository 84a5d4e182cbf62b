import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { GROUP_MODERATORS } from '@respa/contract/group-roles';
import * as account from '@respa/contract/account';
import * as groups from '@respa/contract/group-chats';
import { PASSWORD, type Caller } from '#tests/support/driver.ts';
import {
  appoint,
  befriend,
  dismiss,
  excludeFrom,
  groupOf,
  inviteInto,
  makeGroup,
  readGroup,
  sendToGroup,
} from '#tests/support/members/group-chats.ts';
import { statusAfter } from '#tests/support/members/held-group.ts';
import { openTrio } from '#tests/support/members/trio.ts';
import { openGroup } from '#tests/support/stream-reader.ts';
import { changeModerator } from './group-queries.ts';

const { app, anna, boris, vera } = await openTrio();
const [gleb, dina] = await Promise.all([app.join('Глеб', 'Зимин'), app.join('Дина', 'Котова')]);
await befriend(anna, boris, vera, gleb, dina);
await befriend(boris, vera);

const params = (roomId: string, { id: userId }: Caller) => ({ params: { roomId, userId } });
const linesOf = async (who: Caller, id: string) =>
  (await readGroup(who, id)).filter((one) => one.system !== null).map((one) => one.message);

test('only the creator appoints and dismisses moderators, once each, and everyone sees it at once', async () => {
  const id = await makeGroup(anna, 'Клан', boris, vera);
  const open = await openGroup(vera, id);
  await open.next('init');
  await appoint(anna, id, boris);
  expect(await open.next('create')).toMatchObject({
    message: {
      message: 'Анна назначила модератором Бориса',
      system: { kind: 'appointed', userId: boris.id },
    },
  });
  await appoint(anna, id, boris);
  for (const who of [anna, boris, vera])
    expect((await groupOf(who, id)).moderators).toEqual([boris.id]);
  for (const route of [groups.appoint, groups.dismiss]) {
    for (const who of [boris, vera])
      expect(await who.refusal(route, params(id, vera === who ? boris : vera))).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
    expect(await anna.refusal(route, params(id, anna))).toMatchObject({ code: 'self' });
    expect(await anna.refusal(route, params(id, gleb))).toMatchObject({ status: 404 });
    expect(await gleb.refusal(route, params(id, boris))).toMatchObject({ status: 404 });
  }
  await dismiss(anna, id, boris);
  expect(await open.next('create')).toMatchObject({
    message: { message: 'Анна убрала Бориса из модераторов' },
  });
  await dismiss(anna, id, boris);
  expect((await groupOf(vera, id)).moderators).toEqual([]);
  expect(await linesOf(vera, id)).toEqual([
    'Анна создала беседу «Клан»',
    'Анна назначила модератором Бориса',
    'Анна убрала Бориса из модераторов',
  ]);
  await open.cut();
});
test('a moderator excludes members, but neither the creator nor another moderator', async () => {
  const id = await makeGroup(anna, 'Строгая', boris, vera, gleb);
  await appoint(anna, id, boris);
  await appoint(anna, id, vera);
  for (const other of [anna, vera])
    expect(await boris.refusal(groups.exclude, params(id, other))).toMatchObject({ status: 403 });
  expect(await gleb.refusal(groups.exclude, params(id, boris))).toMatchObject({ status: 403 });
  await excludeFrom(boris, id, gleb);
  expect((await linesOf(anna, id)).at(-1)).toBe('Борис исключил Глеба');
  // Excluded by the creator and back again: a member like any other.
  await excludeFrom(anna, id, vera);
  await inviteInto(boris, id, vera);
  expect((await groupOf(anna, id)).moderators).toEqual([boris.id]);
  expect(await vera.refusal(groups.exclude, params(id, boris))).toMatchObject({ status: 403 });
});
test('who was dismissed while an exclusion waited excludes nobody', async () => {
  const id = await makeGroup(anna, 'Спор', boris, vera);
  await appoint(anna, id, boris);
  const begin = () => excludeFrom(boris, id, vera);
  expect(await statusAfter(app, id, begin, (tx) => changeModerator(tx, id, boris.id, false))).toBe(
    403,
  );
  expect((await groupOf(anna, id)).membersCount).toBe(3);
});
test('a group passes to the moderator who joined first, who is none any more', async () => {
  const id = await makeGroup(anna, 'Наследство', boris);
  for (const other of [vera, gleb, dina]) await inviteInto(anna, id, other);
  for (const other of [dina, gleb, vera]) await appoint(anna, id, other);
  expect((await groupOf(anna, id)).moderators).toEqual([vera.id, gleb.id, dina.id]);
  await sql`
    insert into suspensions (user_id, id, reason)
    values (${vera.id}, gen_random_uuid(), 'спам')
  `.execute(app.server.context.db);
  await anna.call(groups.leave, { params: { id } });
  expect(await groupOf(boris, id)).toMatchObject({
    creator: gleb.id,
    moderators: [vera.id, dina.id],
  });
  await sql`
    delete from suspensions
    where user_id = ${vera.id}
  `.execute(app.server.context.db);
  await gleb.call(groups.leave, { params: { id } });
  expect(await groupOf(boris, id)).toMatchObject({ creator: vera.id, moderators: [dina.id] });
  await dina.call(groups.leave, { params: { id } });
  await vera.call(groups.leave, { params: { id } });
  expect(await groupOf(boris, id)).toMatchObject({ creator: boris.id, moderators: [] });
});
test('a deleted account is no moderator any more, and its lines name nobody', async () => {
  const zoya = await app.join('Зоя');
  await befriend(anna, zoya);
  const id = await makeGroup(anna, 'Без Зои', zoya);
  await appoint(anna, id, zoya);
  await zoya.call(account.deleteProfile, { body: { password: PASSWORD } });
  expect((await groupOf(anna, id)).moderators).toEqual([]);
  expect((await linesOf(anna, id)).at(-1)).toBe(
    'Анна назначила модератором удалённого пользователя',
  );
});
test('there are at most twenty moderators, also if two are appointed at once', async () => {
  const id = await makeGroup(anna, 'Много', boris, vera);
  await sql`
    with owners as (
      insert into accounts (id, email, password_hash)
      select gen_random_uuid(), place || '@crowd.test', ''
      from generate_series(1, ${GROUP_MODERATORS - 1}) place
      returning id
    ),
    added as (
      insert into people (id, name, surname, birth_date, is_listed)
      select id, 'Ян', 'Помощник', '2000-01-01', true
      from owners
      returning id
    )
    insert into room_members (room_id, user_id, touched, is_group, is_moderator)
    select ${id}, id, ${id}, true, true
    from added
  `.execute(app.server.context.db);
  const tries = await Promise.allSettled([appoint(anna, id, boris), appoint(anna, id, vera)]);
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const left = (await groupOf(anna, id)).moderators.includes(boris.id) ? vera : boris;
  expect(await anna.refusal(groups.appoint, params(id, left))).toMatchObject({
    status: 409,
    error: 'В беседе может быть не больше 20 модераторов.',
  });
  await sendToGroup(left, id, 'Ну и ладно');
});
