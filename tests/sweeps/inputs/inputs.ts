import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import { signIn, startTestApp, type TestApp } from '../../support/driver.ts';
import { ADMIN } from '../../support/members/games.ts';
import { assertCounted } from '../../support/counters.ts';
import { findAllRoutes, keyOf } from '../all-routes.ts';
import { seedFixtures, readAnswer, type Answer } from '../sweep-requests.ts';
import { keepJournal, type Journal } from '../journal.ts';
import type { SeededWorld } from '../objects/live-objects.ts';
import { seedAdminFixtures, mayDelete, mend } from '../seeded-objects.ts';
import { BY_NAMES, bodyOf, nearInput, rightOf, urlOf, type Input } from '../near-inputs.ts';
import { removeSurplus } from '../surplus.ts';
import { patient } from '../../support/patience.ts';

const isLong = process.env['RESPA_LONG_TESTS'] === '1';
/** Calls per route. */
const NUM_RUNS = isLong ? 2_000 : 12;
/**
 * The long run takes as long as all other sweeps together, so several files share the routes, each
 * with its own server.
 */
const PARTS = isLong ? 3 : 1;
const SEED = 20_261;
/**
 * Milliseconds. The contract's limit for a response. A call that a busy machine answered late is
 * repeated.
 */
const BOUND_MS = 1_000;
/** What a refused call may write, or what is written meanwhile, and why. */
const WRITTEN_BY_REFUSALS: Record<string, string> = {
  'session_tokens update first_used_at': 'who shows a renewed token has it: the one before may go',
  'session_tokens update dies_at': 'and it goes a minute later',
  'sessions update used_at': 'the list of sessions says when each was used',
  'people update last_online_at':
    'who closed their last stream some seconds ago was here until then',
};
/** Calls that find nothing even with valid input, and why. */
const FIND_NOTHING: Record<string, string> = {
  'PATCH /voice/:roomId/me': 'nobody is in a voice room without a connection',
  'PATCH /voice/:roomId/members/:userId': 'nobody is in a voice room without a connection',
  'DELETE /voice/:roomId/members/:userId': 'nobody is in a voice room without a connection',
  'DELETE /voice/:roomId/screen/:userId': 'nobody shows a screen without a connection',
  'GET /open/channels/:id': 'the seeded videos are for members',
  'GET /open/channels/:id/videos': 'the seeded videos are for members',
  'GET /open/videos/:id': 'the seeded videos are for members',
  'GET /open/videos/:id/comments': 'the seeded videos are for members',
  'GET /export/:link': 'the link is a secret that only the one who asked for the archive gets',
};
let app: TestApp;
let world: SeededWorld;
let journal: Journal;

async function send(route: RouteSpec, input: Input): Promise<Answer> {
  const headers =
    route.access === 'visitor'
      ? {}
      : (route.access === 'admin' ? world.admin : world.owner).headers();
  const { body, type } = bodyOf(route, input, world.things);
  return readAnswer(
    await fetch(urlOf(app.url, route, input, world.things), {
      method: route.method,
      headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    }),
  );
}
const notByRefusals = (written: string[]) =>
  written.filter((one) => !Object.hasOwn(WRITTEN_BY_REFUSALS, one));
async function sendInTime(route: RouteSpec, input: Input, timeout = 3): Promise<Answer> {
  const since = performance.now();
  const answer = await send(route, input);
  const took = performance.now() - since;
  if (took < BOUND_MS) return answer;
  expect(timeout, `${took} ms`).toBeGreaterThan(1);
  return sendInTime(route, input, timeout - 1);
}

/**
 * Returns the response and what the call wrote. A write during a job may be the job's, so a refused
 * call is repeated then.
 */
async function sendAlone(
  route: RouteSpec,
  input: Input,
  timeout = 3,
): Promise<Answer & { written: string[]; isIdle: boolean }> {
  const answer = await sendInTime(route, input);
  const { written, besideJob, isIdle } = await journal.take();
  if (answer.status < 400 || !besideJob || notByRefusals(written).length === 0 || timeout === 1)
    return { ...answer, written, isIdle };
  await journal.settle();
  return sendAlone(route, input, timeout - 1);
}

/** Calls every route of a part with valid, almost valid and invalid input. */
export async function sweepInputs(part: 1 | 2 | 3): Promise<void> {
  const routes = (await findAllRoutes()).filter((_, index) => index % PARTS === part - 1);
  beforeAll(async () => {
    app = await startTestApp(ADMIN);
    world = await seedAdminFixtures({ app, ...(await seedFixtures(app)) });
    // Sign in again, so that ending the seeded session does not end the session that makes the
    // calls.
    world.owner = await signIn(app, world.owner);
    journal = await keepJournal(app);
    await mend(world);
    await journal.settle();
  });
  afterAll(async () => {
    await assertCounted(app);
    await app.stop();
  });

  test.each(routes.map((route) => [keyOf(route), route] as const))(
    '%s answers or returns an error message',
    { timeout: patient(1_800_000) },
    async (key, route) => {
      const right = JSON.stringify(rightOf(key, 'params', BY_NAMES));
      let [asked, found] = [0, 0];
      await fc.assert(
        fc.asyncProperty(nearInput(route), async (input) => {
          const { status, body, written, isIdle } = await sendAlone(route, input);
          const isSignedOut = route.access !== 'visitor' && body['code'] === 'not_signed_in';
          const byRefusal = status < 400 ? [] : notByRefusals(written);
          expect(
            [status < 500, isSignedOut, byRefusal],
            `${status} ${JSON.stringify(body)}`,
          ).toEqual([true, false, []]);
          if (JSON.stringify(input.params) === right) {
            asked += 1;
            found += Number(status !== 404);
          }
          if (status < 400 && key === 'POST /auth/logout')
            world.owner = await signIn(app, world.owner);
          const mended = mayDelete(key, written) ? await mend(world) : [];
          // Otherwise all later calls would meet only the limit.
          const isThinned = status === 409 && (await removeSurplus(world, body['code']));
          if (mended.length > 0 || isThinned || !isIdle) await journal.settle();
        }),
        { numRuns: NUM_RUNS, seed: SEED, endOnFailure: true },
      );
      // Objects that a call deletes are recreated for the next one, so most calls must find what
      // they name.
      const findsNothing = route.params === undefined || Object.hasOwn(FIND_NOTHING, key);
      expect(
        findsNothing || (asked > NUM_RUNS / 2 && found > asked / 2),
        `${found} of ${asked} found what they named`,
      ).toBe(true);
    },
  );
}
