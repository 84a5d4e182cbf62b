import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import { Caller, PASSWORD, startTestApp, type TestApp } from '#tests/support/driver.ts';
import { picture } from '#tests/support/files/pictures.ts';

let app: TestApp;
let anna: Caller;
let url: string;
beforeAll(async () => {
  app = await startTestApp();
  const [first, second] = await Promise.all([
    app.join('Анна', 'Белова'),
    app.join('Борис', 'Ёлкин'),
  ]);
  anna = first!;
  const { room } = await anna.call(chats.createRoom, { params: { userId: second!.id } });
  const { message } = await anna.call(chats.send, {
    params: { roomId: room._id },
    files: { image: [await picture()] },
  });
  url = `${app.url}/media/message-images/${message.images[0]!}`;
});
afterAll(() => app.stop());

/** Returns what a sign-in response leaves in a browser. */
async function kept(answer: Response): Promise<{ cookie: string; caller: Caller }> {
  const { token } = (await answer.json()) as { token: string };
  return {
    cookie: answer.headers.get('set-cookie')!.split(';', 1)[0]!,
    caller: new Caller(app.url, { token }),
  };
}
const signIn = async () =>
  kept(
    await app.nobody.request(account.login, { body: { email: anna.email, password: PASSWORD } }),
  );
const renew = async ({ caller }: { caller: Caller }) => kept(await caller.request(account.refresh));
const shown = async ({ cookie }: { cookie: string }) =>
  (await fetch(url, { headers: { cookie } })).status;

test("the previous media cookie works during a session renewal, even if a renewal's response was lost", async () => {
  const first = await signIn();
  const [lost, second] = [await renew(first), await renew(first)];
  expect([await shown(first), await shown(lost), await shown(second)]).toEqual([200, 200, 200]);
});

test('a cookie does not outlive the token that came with it', async () => {
  const first = await signIn();
  const second = await renew(first);
  // Once the new token has been used, the previous one lives for a minute, which is over here.
  await second.caller.call(account.sessions);
  await app.server.context.db
    .updateTable('session_tokens')
    .set({ dies_at: new Date(0) })
    .where('dies_at', 'is not', null)
    .execute();
  expect([await shown(first), await shown(second)]).toEqual([404, 200]);
  await second.caller.call(account.logout);
  expect(await shown(second)).toBe(404);
});
