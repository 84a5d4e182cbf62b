import { sql } from 'kysely';
import * as privacy from '@respa/contract/privacy';
import { Refused, type TestApp } from '../support/driver.ts';
import type { seedFixtures } from './sweep-requests.ts';
import { removeSurplus } from './surplus.ts';
import { CONTENT_MAKERS } from './objects/content-makers.ts';
import { INTACT, PLACES } from './objects/intact-objects.ts';
import type { Maker, SeededWorld } from './objects/live-objects.ts';
import { PEOPLE_MAKERS } from './objects/people-makers.ts';
import { PENDING_MAKERS } from './objects/pending-makers.ts';

export { makeSupportMessage, makeWaiting } from './objects/pending-makers.ts';
export type { SeededWorld } from './objects/live-objects.ts';

const MAKERS = [...PEOPLE_MAKERS, ...CONTENT_MAKERS, ...PENDING_MAKERS];
/**
 * Adds the pending objects to those of `seedFixtures`, except the job, which no call creates:
 * `mend` does.
 */
export async function seedAdminFixtures(
  made: Awaited<ReturnType<typeof seedFixtures>> & { app: TestApp },
): Promise<SeededWorld> {
  const world = made as SeededWorld;
  world.things.jobId = '0';
  for (const [thing, make] of PENDING_MAKERS)
    if (thing !== 'jobId') Object.assign(world.things, await make(world, world.things));
  return world;
}
/**
 * What is written when an object is deleted or closed. A dropped job leaves no record, so its call
 * is matched by key.
 */
const DELETING_WRITES =
  / delete$|^(?:blocks|suspensions) insert|trashed_at|deleted_at|closed_at|state|admin_id|creator_id|pack_id|shared|is_draft/;
export const mayDelete = (key: string, written: readonly string[]): boolean =>
  key.includes('/admin/jobs/') || written.some((one) => DELETING_WRITES.test(one));
/**
 * Recreates an object. If the sweep itself has reached a limit, removes the surplus and tries
 * again.
 */
async function recreate(world: SeededWorld, make: Maker): Promise<void> {
  const made = await make(world, world.things).catch(async (error: unknown) => {
    if (!(error instanceof Refused && (await removeSurplus(world, error.body.code)))) throw error;
    return make(world, world.things);
  });
  Object.assign(world.things, made);
}
/**
 * Recreates objects that are no longer intact, and returns their names. Objects that depend on them
 * are recreated too.
 */
export async function mend(world: SeededWorld): Promise<string[]> {
  const {
    app: { server },
    things,
  } = world;
  const mended: string[] = [];
  for (;;) {
    const { rows } = await sql<{ thing: string }>`${sql.join(
      PLACES.map(
        (thing) =>
          sql`select ${thing}::text as thing where not exists (select ${INTACT[thing](things)})`,
      ),
      sql` union all `,
    )}`.execute(server.context.db);
    const fallen = rows.map(({ thing }) => thing);
    if (fallen.length === 0) return mended;
    if (mended.length > 60) throw new Error(`cannot be made anew: ${fallen.join()}`);
    // Opens what the owner has closed; otherwise nobody could create objects together with them.
    if (!fallen.includes('owner'))
      await world.owner.call(privacy.set, {
        body: { messages: 'all', wall: 'all', friends: 'all', presence: 'all' },
      });
    for (const [thing, make] of MAKERS) if (fallen.includes(thing)) await recreate(world, make);
    mended.push(...fallen);
  }
}
