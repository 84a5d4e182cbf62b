import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RouteSpec } from '@respa/contract/route';
import { startHouse, type Caller, type TestHouse } from '../driver.ts';
import { ADMIN } from '../games.ts';
import { until } from '../pictures.ts';
import type { Things } from './access-row.ts';
import { ACCESS_ROWS } from './access-rows.ts';
import { findAllRoutes, keyOf } from './all-routes.ts';
import { furnish, readAnswer, snapshot } from './asking.ts';
import { badFiles } from './bad-files.ts';

/** A cloud keeps bytes as they are: whatever it takes it never shows as a page. */
const KEEPS_BYTES = 'POST /cloud/upload-mobile';
const named = (await findAllRoutes()).flatMap((route) => Object.keys(route.form?.files ?? {}).map((slot) => [`${keyOf(route)} ${slot}`, route, slot] as const)).map((one, turn) => [...one, turn] as const);
// In the short run each slot meets every third file, and each file is met by every third slot.
const isLong = process.env['RESPA_LONG_TESTS'] === '1';
const bad = await badFiles();
const isInTurn = (place: number, turn: number) => isLong || place % 3 === turn % 3;
const LAST_REFUSED = bad.findLast(({ tail }) => tail === undefined)!.idea;
let house: TestHouse;
let things: Things;
let owner: Caller;
let admin: Caller;
beforeAll(async () => {
  house = await startHouse(ADMIN);
  ({ things, owner, admin } = await furnish(house));
});
afterAll(() => house.stop());
// What was taken in the test before may still be worked on.
beforeEach(() => until(async () => (await sql`select from graphile_worker.jobs where run_at <= now()`.execute(house.server.ground.db)).rows.length === 0));

const callerOf = (route: RouteSpec) => (route.access === 'admin' ? admin : owner);
function formOf(route: RouteSpec, slot: string, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(ACCESS_ROWS[keyOf(route)]!.body?.(things) ?? {})) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append(route.form!.files[slot]!.count > 1 ? `${slot}0` : slot, file, file.name);
  return form;
}
function pathOf(route: RouteSpec): string {
  const params = ACCESS_ROWS[keyOf(route)]!.params?.(things) ?? {};
  return `/api${route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))}`;
}
const stagedNow = () => readdir(join(house.dataDir, 'staging'));
async function storedNow(): Promise<string[]> {
  return (await readdir(join(house.dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/** What was replaced before is removed meanwhile. */
const addedTo = async (stored: readonly string[]) => (await storedNow()).filter((path) => !stored.includes(path));

describe.each(named)('%s', (key, route, slot, turn) => {
  test('refuses what is not what it says, and nothing is left of it', async () => {
    const [before, stored] = [await snapshot(house), await storedNow()];
    const wrong: unknown[] = [];
    let isTaken = false;
    for (const { idea, file, tail } of bad.filter((one, place) => one.idea === LAST_REFUSED || isInTurn(place, turn))) {
      const { status, body } = await readAnswer(await fetch(`${house.url}${pathOf(route)}`, { method: route.method, headers: callerOf(route).headers(), body: formOf(route, slot, file) }));
      isTaken ||= status === 200;
      if (key.startsWith(KEEPS_BYTES)) continue;
      const added = await addedTo(stored);
      const kept = await Promise.all(added.map((path) => readFile(path)));
      if (status !== 200 && (status < 400 || status >= 500)) wrong.push([idea, status, body]);
      // A form whose file is of no use may be good without it: an empty field of a browser's form, a poster of no film.
      if ((status === 200 ? tail !== true : !isTaken) && added.length > 0) wrong.push([idea, status, ...added]);
      if (kept.some((bytes) => bytes.includes('CANARY'))) wrong.push([idea, 'its tail is kept']);
      // The last of them is the only one that most slots take.
      if (!isTaken && idea === LAST_REFUSED && JSON.stringify(await snapshot(house)) !== JSON.stringify(before)) wrong.push([idea, 'something has changed']);
    }
    expect(wrong).toEqual([]);
    // What was taken is looked at by a job too.
    await until(async () => (await stagedNow()).length === 0);
  });
  test('an upload that breaks off changes nothing and leaves nothing', async () => {
    const [before, stored] = [await snapshot(house), await storedNow()];
    const big = new File([new Uint8Array(300_000)], 'photo.jpg', { type: 'image/jpeg' });
    const sent = new Request('http://x', { method: 'POST', body: formOf(route, slot, big) });
    const [type, body] = [sent.headers.get('content-type')!, Buffer.from(await sent.arrayBuffer())];
    for (const percent of [1, 50, 99].filter((_, place) => isInTurn(place, turn))) {
      const call = request(`${house.url}${pathOf(route)}`, { method: route.method, headers: { ...callerOf(route).headers(), 'content-type': type, 'content-length': body.length } });
      const closed = new Promise((resolve) => { call.on('close', resolve); });
      call.on('error', () => {});
      await new Promise((resolve) => { call.write(body.subarray(0, Math.floor(body.length * percent / 100)), resolve); });
      call.destroy();
      await closed;
    }
    await until(async () => (await stagedNow()).length === 0);
    expect(await snapshot(house)).toEqual(before);
    expect(await addedTo(stored)).toEqual([]);
  });
});
