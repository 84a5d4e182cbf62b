import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import * as videohost from '@respa/contract/videohost';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
let anna: Caller;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.join('Анна');
});
afterAll(() => app.stop());

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
test.each([UNKNOWN, 'nobody'])('returns 404 for the id %s, which belongs to nobody', async (id) => {
  const missing = { status: 404, code: 'not_found' };
  for (const route of [friends.checkFriends, friends.checkRequest, friends.cancel])
    expect(await anna.refusal(route, { params: { id } })).toMatchObject(missing);
  expect(await anna.refusal(friends.remove, { params: { id }, body: {} })).toMatchObject(missing);
  expect(await anna.refusal(videohost.isAdmin, { params: { videoId: id } })).toMatchObject(missing);
  expect(
    await anna.refusal(chats.messages, { params: { page: 1, offset: 0 }, query: { room: id } }),
  ).toMatchObject(missing);
});

test('an empty password at registration gets the documented sentence', async () => {
  const refused = await app.nobody.refusal(account.register, {
    body: {
      name: 'Анна',
      surname: 'Без пароля',
      age: '2000-01-01',
      email: 'empty@example.com',
      password: '',
    },
  });
  expect(refused).toMatchObject({ status: 400, error: 'Где-то не введен пароль' });
});

test("a profile's photos have the first page's likes and comments", async () => {
  const page = await anna.call(profile.profile, { params: { id: anna.id } });
  expect([page.photos, page.photosLast]).toEqual([[], true]);
});
