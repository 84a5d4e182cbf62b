import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as chats from '@respa/contract/chats';
import * as extras from '@respa/contract/chat-extras';
import * as exports from '@respa/contract/exports';
import { RATE_LIMITS, type LimitName } from '@respa/contract/rate-limits';
import * as profile from '@respa/contract/profile';
import type { RouteSpec } from '@respa/contract/route';
import * as support from '@respa/contract/support';
import { voiceSitePath } from '@respa/contract/voice-site';
import { Caller, startTestApp, type TestApp } from '../support/driver.ts';
import { ADMIN } from '../support/members/games.ts';
import { picture } from '../support/files/pictures.ts';
import { beginUpload } from '../support/members/uploads.ts';
import type { Things } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import { findAllRoutes, keyOf } from './all-routes.ts';
import { seedFixtures } from './sweep-requests.ts';

const HERE = '127.0.0.1';
/**
 * In the long run every use is a real call; otherwise all uses but one are counted in the limiter
 * beforehand.
 */
const isLong = process.env['RESPA_LONG_TESTS'] === '1';
const MOST_CALLS = 1_000;
const REFUSALS = [
  /^Слишком часто\. Попробуйте через \d+ [а-я]+\.$/,
  /^Вы загрузили очень много больших картинок\. Следующие можно загрузить через \d+ мин\.$/,
];
let app: TestApp;
let things: Things;
let ownSession: string;
let callers: { owner: Caller; friend: Caller; admin: Caller; stranger: Caller };
beforeAll(async () => {
  app = await startTestApp({ ...ADMIN, RATE_LIMITS: 'on' });
  ({ things, ...callers } = await seedFixtures(app));
  const { sessions } = await callers.owner.call(account.sessions);
  ownSession = sessions.find(({ current }) => current)!._id;
});
afterAll(() => app.stop());

type Use = {
  name: LimitName;
  /** Whose uses are counted. */
  key: () => string;
  ask: (headers?: Record<string, string>) => Promise<Response>;
  /** A call by another user, which does not count toward these uses. */
  other?: () => Promise<Response>;
};
const statusOf = async (asking: Promise<Response>): Promise<number> => {
  const answer = await asking;
  await answer.body?.cancel();
  return answer.status;
};
/**
 * Uses up a limit and calls once more. Returns what is wrong: N calls must pass, the next one must
 * be refused with the time to wait, whatever client address its headers claim.
 */
async function useUp({ name, key, ask, other }: Use): Promise<string[]> {
  const { limits } = app.server.context;
  const { count, seconds } = RATE_LIMITS[name];
  const wrong: string[] = [];
  await limits.forgive(name, key());
  const real = isLong ? Math.min(count, MOST_CALLS) : 1;
  if (count > real) await limits.spend(name, key(), count - real);
  for (let used = 0; used < real; used += 1)
    if ((await statusOf(ask())) === 429)
      wrong.push(`use ${count - real + used + 1} of ${count} is refused`);
  const refused = await ask();
  const { code, error } = (await refused.json()) as { code?: string; error?: string };
  const wait = Number(refused.headers.get('retry-after'));
  if (
    refused.status !== 429 ||
    code !== 'too_often' ||
    !REFUSALS.some((refusal) => refusal.test(error ?? ''))
  )
    wrong.push(`past the limit: ${refused.status} ${code} ${error}`);
  if (!(wait > 0 && wait <= seconds)) wrong.push(`to wait ${wait} seconds`);
  // There is no proxy: a client that claims another address is not believed.
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded'])
    if ((await statusOf(ask({ [name]: '203.0.113.7' }))) !== 400)
      wrong.push(`past the limit with ${name}: it is not refused`);
  if (other !== undefined && (await statusOf(other())) === 429)
    wrong.push('somebody else is refused');
  await limits.forgive(name, key());
  return wrong;
}

const limited = (await findAllRoutes()).filter((route) => route.limit !== undefined);
function callAs(who: () => Caller, route: RouteSpec) {
  const row = ACCESS_ROWS[keyOf(route)]!;
  return (headers: Record<string, string> = {}) =>
    who().request(
      route,
      {
        ...(row.params === undefined ? {} : { params: row.params(things) as never }),
        ...(row.query === undefined ? {} : { query: row.query(things) as never }),
        ...(row.body === undefined ? {} : { body: row.body(things) }),
      },
      headers,
    );
}
describe('A call with a limit', () => {
  test.each(limited.map((route) => [keyOf(route), route] as const))('%s', async (_key, route) => {
    const isOpen = route.access === 'visitor';
    const who = () =>
      isOpen ? app.nobody : route.access === 'admin' ? callers.admin : callers.stranger;
    const other =
      isOpen || route.access === 'admin' ? {} : { other: callAs(() => callers.friend, route) };
    expect(
      await useUp({
        name: route.limit!,
        key: () => (isOpen ? HERE : who().id),
        ask: callAs(who, route),
        ...other,
      }),
    ).toEqual([]);
  });
});

const wrongPassword =
  (email: string) =>
  (headers = {}) =>
    app.nobody.request(account.login, { body: { email, password: 'не тот пароль' } }, headers);
/** Limits that features count inside a call. */
const WITHIN: Record<string, () => Use> = {
  'wrong passwords of an account': () => ({
    name: 'login',
    key: () => `${callers.owner.email} ${HERE}`,
    ask: wrongPassword(callers.owner.email),
    other: wrongPassword(callers.friend.email),
  }),
  'wrong passwords of an address without an account': () => ({
    name: 'login',
    key: () => `nobody@respa.test ${HERE}`,
    ask: wrongPassword('nobody@respa.test'),
  }),
  'wrong passwords from an address, over all accounts': () => ({
    name: 'addressGuesses',
    key: () => HERE,
    ask: (headers = {}) => wrongPassword(`${crypto.randomUUID()}@respa.test`)(headers),
  }),
  'tokens that nobody has': () => ({
    name: 'unknownTokens',
    key: () => HERE,
    ask: (headers = {}) =>
      new Caller(app.url, { token: 'x'.repeat(43) }).request(profile.me, {}, headers),
    other: () => callers.friend.request(profile.me),
  }),
  'renewals of a session': () => ({
    name: 'renewals',
    key: () => ownSession,
    ask: (headers = {}) => callers.owner.request(account.refresh, {}, headers),
    other: () => callers.friend.request(account.refresh),
  }),
  'a wrong password asked for again': () => ({
    name: 'login',
    key: () => callers.stranger.id,
    ask: (headers = {}) =>
      callers.stranger.request(
        account.changePassword,
        { body: { password: 'не тот пароль', newPassword: 'respawn-2027' } },
        headers,
      ),
    other: () =>
      callers.friend.request(account.changePassword, {
        body: { password: 'не тот пароль', newPassword: 'respawn-2027' },
      }),
  }),
  'letters with a link for a new password': () => ({
    name: 'mails',
    key: () => `return ${callers.owner.email}`,
    ask: (headers = {}) =>
      app.nobody.request(account.forgotPassword, { body: { email: callers.owner.email } }, headers),
  }),
  'talks with strangers': () => ({
    name: 'strangers',
    key: () => callers.stranger.id,
    ask: (headers = {}) =>
      callers.stranger.request(chats.createRoom, { params: { userId: next() } }, headers),
    other: () => callers.admin.request(chats.createRoom, { params: { userId: next() } }),
  }),
  'messages carried on': () => ({
    name: 'forwards',
    key: () => callers.owner.id,
    ask: (headers = {}) =>
      callers.owner.request(
        extras.forward,
        {
          body: {
            messages: [things.messageId],
            rooms: [things.roomId],
            clientId: crypto.randomUUID(),
          },
        },
        headers,
      ),
  }),
  // Only one archive at a time can be in progress, so the previous one is removed.
  exports: () => ({
    name: 'exports',
    key: () => callers.stranger.id,
    other: () => callers.friend.request(exports.start),
    ask: async (headers = {}) => {
      await callers.stranger.call(exports.remove);
      return callers.stranger.request(exports.start, {}, headers);
    },
  }),
  megapixels: () => ({
    name: 'megapixels',
    key: () => callers.stranger.id,
    ask: async (headers = {}) =>
      callers.stranger.request(profile.edit, { files: { file: [await picture('png')] } }, headers),
    other: async () =>
      callers.friend.request(profile.edit, { files: { file: [await picture('png')] } }),
  }),
  'letters to the support': () => ({
    name: 'support',
    key: () => HERE,
    ask: (headers = {}) =>
      callers.stranger.request(support.sendMessage, { body: { message: 'Здравствуйте' } }, headers),
  }),
  'beginnings of uploads': () => ({
    name: 'resumable',
    key: () => callers.owner.id,
    ask: (headers = {}) =>
      beginUpload(callers.owner, 1, { purpose: 'cloud', filename: 'один.txt' }, headers),
    other: () => beginUpload(callers.friend, 1, { purpose: 'cloud', filename: 'один.txt' }),
  }),
  'calls of nobody': () => ({
    name: 'anonymous',
    key: () => HERE,
    ask: (headers = {}) => fetch(`${app.url}/api/refresh`, { headers }),
    other: () => callers.friend.request(profile.me),
  }),
  'connections of voice through the site': () => ({
    name: 'anonymous',
    key: () => HERE,
    ask: (headers = {}) => fetch(`${app.url}/api${voiceSitePath(things.roomId)}`, { headers }),
    other: () => callers.friend.request(profile.me),
  }),
  'changes without a limit of their own': () => ({
    name: 'changes',
    key: () => callers.owner.id,
    ask: (headers = {}) =>
      callers.owner.request(chats.typing, { params: { roomId: things.roomId } }, headers),
    other: () => callers.friend.request(chats.typing, { params: { roomId: things.roomId } }),
  }),
};
/**
 * They refuse no call: two slow sign-ins down (`passwords/guessing.test.ts` uses them up), two leave
 * texts without cards (`links/links.test.ts`), and one leaves devices quiet (`push/push.test.ts`).
 */
const MILD: readonly LimitName[] = [
  'accountGuesses',
  'slowedSignIns',
  'linkCards',
  'dailyLinkCards',
  'noticePushes',
];
let strangers: string[] = [];
const next = () => strangers.pop()!;
describe('A limit counted inside a call', () => {
  beforeAll(async () => {
    await app.server.context.limits.forgive('register', HERE);
    strangers = (await Promise.all(Array.from({ length: 6 }, () => app.join('Прохожий')))).map(
      ({ id }) => id,
    );
    if (!isLong) return;
    for (let some = 0; some < RATE_LIMITS.strangers.count; some += 10) {
      await app.server.context.limits.forgive('register', HERE);
      strangers.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => app.join('Прохожий')))).map(
          ({ id }) => id,
        ),
      );
    }
  });
  test.each(Object.keys(WITHIN))('%s counts inside a call', async (what) => {
    expect(await useUp(WITHIN[what]!())).toEqual([]);
  });
});

test('every defined limit was used up', () => {
  const used = new Set<string>([
    ...MILD,
    ...limited.map((route) => route.limit!),
    ...Object.values(WITHIN).map((make) => make().name),
  ]);
  expect(Object.keys(RATE_LIMITS).filter((name) => !used.has(name))).toEqual([]);
});
