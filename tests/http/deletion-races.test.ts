import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as catalogue from '@respa/contract/catalogue';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as reactions from '@respa/contract/reactions';
import * as wall from '@respa/contract/wall';
import { checkCounters } from '../../packages/server/src/platform/database/counters.ts';
import { COUNTERS } from '../../packages/server/src/app/counters.ts';
import { PASSWORD, startTestApp, type TestApp } from '../support/driver.ts';
import { ADMIN, addGame, joinAdmin } from '../support/members/games.ts';
import { picture, until } from '../support/files/pictures.ts';
import { roomOf } from '../support/members/conversations.ts';
import { findInFolders, findInTables, hasNoJobs } from '../support/traces.ts';
import { befriend } from '../support/members/group-chats.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
});
afterAll(() => app.stop());
const WORD = 'Исчезаев';

describe('Account deletion', () => {
  test('of the last member deletes the room', async () => {
    const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
    const roomId = await roomOf(anna, boris);
    const { message } = await anna.call(chats.send, {
      params: { roomId },
      body: { message: 'Вдвоём' },
      files: { image: [await picture()] },
    });
    await Promise.all(
      [anna, boris].map((who) => who.call(account.deleteProfile, { body: { password: PASSWORD } })),
    );
    await until(() => hasNoJobs(app));
    expect(await findInTables(app, [roomId, message.images[0]!])).toEqual([]);
    expect(await findInFolders(app, [message.images[0]!.split('.')[0]!])).toEqual([]);
  });

  test('leaves no orphan while the account is in use everywhere', async () => {
    const [gone, friend] = [await app.join('Глеб', WORD), await app.join('Дина')];
    await befriend(gone, friend);
    const roomId = await roomOf(gone, friend);
    const { post } = await friend.call(wall.create, { body: { title: 'Все сюда' } });
    const image = await picture();
    const game = await addGame(await joinAdmin(app), 'Общая');
    const busy = Array.from(
      { length: 40 },
      (_, turn) =>
        [
          () =>
            gone.request(chats.send, { params: { roomId }, body: { message: `слово ${turn}` } }),
          () =>
            gone.request(wall.create, {
              body: { title: `пост ${turn}` },
              files: { file: [image] },
            }),
          () => gone.request(reactions.like, { params: { id: post._id } }),
          () =>
            gone.request(reactions.comment, {
              params: { postId: post._id },
              body: { text: 'ещё' },
            }),
          () => friend.request(reactions.like, { params: { id: post._id } }),
          () =>
            (turn % 4 === 0 ? friend : gone).request(catalogue.rate, {
              params: { id: game._id, rating: 1 + (turn % 5) },
            }),
          () =>
            gone.request(catalogue.setStatus, {
              params: { id: game._id },
              body: { status: 'want' },
            }),
          () =>
            friend.request(friends.remove, {
              params: { id: gone.id },
              body: { showedFriends: [] },
            }),
        ][turn % 8]!,
    );
    const calls = busy.slice(0, 20).map((call) => call());
    const deletion = gone.call(account.deleteProfile, { body: { password: PASSWORD } });
    calls.push(...busy.slice(20).map((call) => call()));
    await deletion;
    for (const answer of await Promise.all(calls)) expect(answer.status).not.toBe(500);
    await sql`
      update graphile_worker._private_jobs
      set run_at = now()
      where key is null
    `.execute(app.server.context.db);
    await until(() => hasNoJobs(app));
    expect(await findInTables(app, [gone.id, WORD])).toEqual([]);
    expect(await checkCounters(app.server.context, COUNTERS)).toBe(0);
    const orphans = await sql<{
      name: string;
    }>`
      select name
      from media_files
      where owner_id = ${gone.id}
    `.execute(app.server.context.db);
    expect(orphans.rows).toEqual([]);
  });
});
