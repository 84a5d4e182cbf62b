import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import { MAX_SESSION_DAYS, SESSION_DAYS } from '@respa/contract/account-limits';
import * as profile from '@respa/contract/profile';
import { signIn, startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { cookieOf, picture } from '#tests/support/files/pictures.ts';
import { roomOf } from '#tests/support/members/conversations.ts';
import { openLive } from '#tests/support/stream-reader.ts';

let app: TestApp;
let anna: Caller;
let url: string;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.join('Анна');
  const roomId = await roomOf(anna, await app.join('Борис'));
  const sent = { params: { roomId }, files: { image: [await picture()] } };
  const { message } = await anna.call(chats.send, sent);
  url = `${app.url}/media/message-images/${message.images[0]!}`;
});
afterAll(() => app.stop());

/** Lets a member's sessions have begun, and have been used, so many days ago. */
const age = (who: Caller, { begun, used }: { begun: number; used: number }) =>
  sql`
    update sessions
    set created_at = now() - make_interval(days => ${begun}),
      used_at = now() - make_interval(days => ${used})
    where user_id = ${who.id}
  `.execute(app.server.context.db);

/** Returns whether sessions of this age may call, renew themselves and see a private picture. */
async function opens(days: { begun: number; used: number }): Promise<boolean[]> {
  // New ones: what a token resolves to is remembered for a while.
  const [caller, other, cookie] = [
    await signIn(app, anna),
    await signIn(app, anna),
    await cookieOf(app, anna),
  ];
  await age(anna, days);
  return [
    (await caller.request(profile.me)).ok,
    (await other.call(account.refresh)).verified,
    (await fetch(url, { headers: { cookie } })).ok,
  ];
}

test('a session ends when nobody uses it, and when its time is over, however much it is used', async () => {
  const yes = [true, true, true];
  expect(await opens({ begun: SESSION_DAYS - 1, used: SESSION_DAYS - 1 })).toEqual(yes);
  expect(await opens({ begun: MAX_SESSION_DAYS - 1, used: 0 })).toEqual(yes);
  const no = [false, false, false];
  expect(await opens({ begun: SESSION_DAYS + 1, used: SESSION_DAYS + 1 })).toEqual(no);
  expect(await opens({ begun: MAX_SESSION_DAYS + 1, used: 0 })).toEqual(no);
});

test('the sweep ends such sessions with their streams', async () => {
  const stream = await openLive(await signIn(app, anna));
  await age(anna, { begun: MAX_SESSION_DAYS + 1, used: 0 });
  const { db, jobs } = app.server.context;
  await jobs.add(db, 'accounts.sweep', {});
  await stream.ended;
  const { rows } = await sql`select from sessions where user_id = ${anna.id}`.execute(db);
  expect(rows).toEqual([]);
});
