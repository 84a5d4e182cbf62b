import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as admins from '@respa/contract/admin';
import * as board from '@respa/contract/classifieds';
import * as profile from '@respa/contract/profile';
import * as wall from '@respa/contract/wall';
import { publishAd } from '../support/members/classifieds.ts';
import { PASSWORD, startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { ADMIN, joinAdmin } from '../support/members/games.ts';
import { cookieOf } from '../support/files/pictures.ts';
import { mailsTo } from '../support/outbox.ts';
import { patient } from '../support/patience.ts';
import { openRoom } from '../support/stream-reader.ts';
import { roomOf, sendMessage } from '../support/members/conversations.ts';

const PHONE = '+7 900 765-43-21';
const hashOf = (token: string, kind: 'hex' | 'base64url') =>
  createHash('sha256').update(token).digest(kind);
/**
 * Returns one secret of each kind that only its owner may receive, with the name under which the
 * recorder reports it.
 */
async function canariesOf(
  app: TestApp,
  owner: Caller,
): Promise<Record<string, [text: string, found: string]>> {
  const cookie = (await cookieOf(app, owner)).split('=')[1]!;
  const secret = (text: string): [string, string] => [
    text,
    `a token or its hash, ${text.slice(0, 6)}…`,
  ];
  return {
    address: [owner.email, `the address ${owner.email}`],
    token: secret(owner.token!),
    'cookie of media': secret(cookie),
    hash: secret(hashOf(owner.token!, 'hex')),
    'another hash': secret(hashOf(owner.token!, 'base64url')),
    password: ['$argon2id$v=19$m=8', '$argon2'],
    phone: [PHONE, 'the phone 79007654321'],
    'place of the code': ['/srv/packages/server/src/main.ts', 'packages/server/src'],
    'place on the disk': [join(app.dataDir, 'media'), app.dataDir],
  };
}
const reasonOf = (stop: Promise<void>): Promise<string> =>
  stop.then(
    () => '',
    (error: Error) => error.message,
  );

test('the recorder finds secrets in a response, a stream, an email and the log; secrets sent to their owner are allowed', async () => {
  const app = await startTestApp(ADMIN);
  const [anna, boris, admin] = [
    await app.join('Анна'),
    await app.join('Борис'),
    await joinAdmin(app),
  ];
  const roomId = await roomOf(boris, anna);
  const ad = await publishAd(boris, 'Шлем', { phone: PHONE });
  const canaries = await canariesOf(app, boris);

  // Own data, and data sent to a user who may request it.
  await boris.call(profile.me);
  await app.nobody.call(account.login, { body: { email: boris.email, password: PASSWORD } });
  await boris.call(board.one, { params: { id: ad._id } });
  await anna.call(board.phone, { params: { id: ad._id } });

  const stream = await openRoom(anna, roomId);
  const wanted: string[] = [];
  for (const [text, found] of Object.values(canaries)) {
    await boris.call(wall.create, { body: { title: text } });
    await sendMessage(boris, roomId, text);
    app.server.context.log.info({ said: text }, 'planted');
    wanted.push(`GET /posts/:id/0/0: ${found}`, `GET /connect/:id/${anna.id}: ${found}`);
    // The log may contain the server's paths.
    if (text !== canaries['place on the disk']![0]) wanted.push(`the log: ${found}`);
  }
  await expect
    .poll(() => stream.events.filter(({ type }) => type === 'create').length)
    .toBe(Object.keys(canaries).length);
  await anna.call(wall.list, { params: { userId: boris.id, page: 0, offset: 0 } });
  for (const [text, found] of Object.values(canaries)) {
    const member = await app.join('Вера');
    await admin.call(admins.suspend, { params: { id: member.id }, body: { reason: text } });
    await expect
      .poll(() => mailsTo(app, member.email, 'Если вы считаете'), {
        timeout: patient(10_000),
      })
      .toHaveLength(1);
    wanted.push(`a mail: ${found}`);
  }
  const leaks = (await reasonOf(app.stop()))
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^(a mail|the log) \(.*\): /, '$1: '));
  expect([...new Set(leaks)].sort()).toEqual([...new Set(wanted)].sort());
});

test('a page, a bare call and an anonymous call are recorded as well', async () => {
  const app = await startTestApp();
  const [anna, boris] = [await app.join('Анна'), await app.join('Борис')];
  await boris.call(wall.create, { body: { title: boris.email } });
  await fetch(`${app.url}/api/posts/${boris.id}/0/0`, { headers: anna.headers() });
  expect(await reasonOf(app.stop())).toContain(`GET /posts/:id/0/0: the address ${boris.email}`);
});
