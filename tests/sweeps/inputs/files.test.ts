import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import type { RouteSpec } from '@respa/contract/route';
import { UPLOADS_PATH, type UploadPurpose } from '@respa/contract/uploads';
import { startTestApp, type Caller, type TestApp } from '../../support/driver.ts';
import { ADMIN } from '../../support/members/games.ts';
import { cookieOf, until } from '../../support/files/pictures.ts';
import { askUpload, beginUpload, idOf, offsetOf, sendPart } from '../../support/members/uploads.ts';
import type { Things } from '../access-row.ts';
import { ACCESS_ROWS } from '../access-rows.ts';
import { findAllRoutes, keyOf } from '../all-routes.ts';
import { seedFixtures, readAnswer, snapshot, type Answer } from '../sweep-requests.ts';
import { badFiles } from './bad-files.ts';
import { keepJournal, type Journal } from '../journal.ts';
import { settle } from './sent-requests.ts';

/** The cloud stores bytes unchanged, so it accepts any file but never serves one as a page. */
const KEEPS_BYTES = 'POST /cloud/upload-mobile';
const routes = await findAllRoutes();
const slots = routes
  .flatMap((route) =>
    Object.keys(route.form?.files ?? {}).map(
      (slot) => [`${keyOf(route)} ${slot}`, route, slot] as const,
    ),
  )
  .map((one, turn) => [...one, turn] as const);
/**
 * The calls that accept a resumable upload instead of bytes: its purpose, and the field that names
 * it.
 */
const RESUMABLE: [key: string, purpose: UploadPurpose, field: string, slot: string][] = [
  [KEEPS_BYTES, 'cloud', 'uploads', 'file'],
  ['POST /games/upload', 'apk', 'upload', 'source'],
  ['POST /games/update/:id', 'apk', 'upload', 'source'],
  ['POST /videohost/videos/create', 'video', 'upload', 'video'],
];
const resumable = RESUMABLE.map(
  ([key, ...rest], turn) =>
    [
      `${UPLOADS_PATH} for ${key}`,
      routes.find((route) => keyOf(route) === key)!,
      ...rest,
      turn,
    ] as const,
);
// In the short run each slot gets every fifth file, and each file goes to every fifth slot.
const isLong = process.env['RESPA_LONG_TESTS'] === '1';
const bad = await badFiles();
const inTurn = (turn: number) => bad.filter((_, index) => isLong || index % 5 === turn % 5);
let app: TestApp;
let things: Things;
let owner: Caller;
let admin: Caller;
let cookie: string;
let journal: Journal;
beforeAll(async () => {
  app = await startTestApp(ADMIN);
  await settle(app);
  ({ things, owner, admin } = await seedFixtures(app));
  cookie = await cookieOf(app, owner);
  journal = await keepJournal(app);
});
afterAll(() => app.stop());
// Files accepted in the test before may still be processed.
beforeEach(() => journal.settle());

const callerOf = (route: RouteSpec) => (route.access === 'admin' ? admin : owner);
function fieldsOf(route: RouteSpec): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(ACCESS_ROWS[keyOf(route)]!.body?.(things) ?? {}))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}
function formOf(route: RouteSpec, slot: string, file: File): FormData {
  const form = fieldsOf(route);
  form.append(route.form!.files[slot]!.count > 1 ? `${slot}0` : slot, file, file.name);
  return form;
}
function pathOf(route: RouteSpec): string {
  const params = ACCESS_ROWS[keyOf(route)]!.params?.(things) ?? {};
  return `/api${route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))}`;
}
const send = async (route: RouteSpec, body: FormData): Promise<Answer> =>
  readAnswer(
    await fetch(`${app.url}${pathOf(route)}`, {
      method: route.method,
      headers: callerOf(route).headers(),
      body,
    }),
  );
const filesIn = async (...folders: string[]): Promise<string[]> =>
  (
    await Promise.all(
      folders.map((folder) =>
        readdir(join(app.dataDir, folder), { recursive: true, withFileTypes: true }).catch(
          () => [],
        ),
      ),
    )
  )
    .flat()
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
const storedNow = () => filesIn('media');
const passingNow = () => filesIn('staging', 'uploads');
const addedTo = async (stored: readonly string[]) =>
  (await storedNow()).filter((path) => !stored.includes(path));

type Added = { _id: string; path: string; name: string };
/** Returns the problems of how the cloud serves a file that it accepted. */
async function findShown(added: Added, file: File): Promise<string[]> {
  const wrong: string[] = [];
  const saved = await owner.request(cloud.download, { params: { id: added._id } as never });
  if (!Buffer.from(await saved.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer())))
    wrong.push('is not what was sent');
  if (
    saved.headers.get('content-disposition')?.startsWith('attachment') !== true ||
    !saved.headers.get('content-security-policy')?.includes('sandbox')
  )
    wrong.push('is not only saved');
  const original = await fetch(`${app.url}/media/cloud/${added.path}`, { headers: { cookie } });
  await original.body!.cancel();
  const [type, policy] = [
    original.headers.get('content-type') ?? '',
    original.headers.get('content-security-policy') ?? '',
  ];
  // A damaged video is saved, and not played.
  const isHidden = original.status === 404 && added.path.endsWith('.mp4');
  if (!isHidden) {
    if (
      !/^(?:image\/(?!svg)|video\/|audio\/|application\/(?:octet-stream|pdf|zip|vnd\.))/.test(
        type,
      ) ||
      original.headers.get('x-content-type-options') !== 'nosniff'
    )
      wrong.push(`is shown as ${type}`);
    if (
      !/^sandbox; default-src 'none'; frame-ancestors 'none'$|^script-src 'none'; frame-ancestors 'none'$/.test(
        policy,
      )
    )
      wrong.push(`may do ${policy}`);
  }
  for (const read of [cloud.fileText, cloud.hardFileText]) {
    const { status, body } = await readAnswer(
      await owner.request(read, { params: { id: added._id } as never }),
    );
    if (status >= 500 || JSON.stringify(body).length > 4_000_000)
      wrong.push(`is read with ${status}`);
  }
  return wrong;
}
/**
 * Returns the problems after a file was sent. A refused file must leave nothing and change nothing
 * but the given columns.
 */
async function findWrong(
  route: RouteSpec,
  { file, tail }: (typeof bad)[number],
  { status, body }: Answer,
  stored: readonly string[],
  mayChange: RegExp = /^$/,
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const { written } = await journal.take();
  const changed = written.filter((one) => !mayChange.test(one));
  if (status >= 500 || (status >= 300 && status < 400)) wrong.push(body);
  if (status >= 400 && changed.length > 0) wrong.push(changed);
  const added = await addedTo(stored);
  if (keyOf(route) === KEEPS_BYTES) {
    if (status === 200)
      wrong.push(
        ...(
          await Promise.all((body['added'] as Added[]).map((one) => findShown(one, file)))
        ).flat(),
      );
    if (status !== 200 && added.length > 0) wrong.push(...added);
    return wrong;
  }
  // A form may be valid without its useless file: an empty field of a browser's form, a poster
  // without a video.
  if (!(status === 200 && tail === true) && added.length > 0) wrong.push(...added);
  const kept = await Promise.all(added.map((path) => readFile(path)));
  if (kept.some((bytes) => bytes.includes('CANARY'))) wrong.push('its tail is kept');
  return wrong;
}

describe.each(slots)('%s', (_key, route, slot, turn) => {
  test('refuses files that are not what they claim, and keeps nothing of them', async () => {
    const wrong: unknown[] = [];
    for (const one of inTurn(turn)) {
      const stored = await storedNow();
      const answer = await send(route, formOf(route, slot, one.file));
      const found = await findWrong(route, one, answer, stored);
      if (found.length > 0) wrong.push([one.idea, answer.status, ...found]);
      // Jobs process an accepted file and replace the previous one.
      if (answer.status === 200) await journal.settle();
    }
    expect(wrong).toEqual([]);
    await until(async () => (await passingNow()).length === 0);
  });
  test('an aborted upload changes nothing and leaves nothing behind', async () => {
    const [before, stored] = [await snapshot(app), await storedNow()];
    const big = new File([new Uint8Array(300_000)], 'photo.jpg', { type: 'image/jpeg' });
    const sent = new Request('http://x', { method: 'POST', body: formOf(route, slot, big) });
    const [type, body] = [sent.headers.get('content-type')!, Buffer.from(await sent.arrayBuffer())];
    for (const percent of [1, 50, 99])
      await breakOff(
        `${app.url}${pathOf(route)}`,
        route.method,
        { ...callerOf(route).headers(), 'content-type': type, 'content-length': body.length },
        body.subarray(0, Math.floor((body.length * percent) / 100)),
      );
    await until(async () => (await passingNow()).length === 0);
    expect(await snapshot(app)).toEqual(before);
    expect(await addedTo(stored)).toEqual([]);
  });
});
/** Sends the beginning of a body and disconnects. */
async function breakOff(
  url: string,
  method: string,
  headers: Record<string, string | number>,
  part: Uint8Array,
): Promise<void> {
  const call = request(url, { method, headers });
  const closed = new Promise((resolve) => {
    call.on('close', resolve);
  });
  call.on('error', () => {});
  await new Promise((resolve) => {
    call.write(part, resolve);
  });
  call.destroy();
  await closed;
}

/** How a file begins that is wanted for a purpose. */
const HEADS: Readonly<Record<string, string>> = {
  cloud: '',
  apk: 'PK\u0003\u0004',
  video: '\0\0\0\u0020ftypisom',
};
describe.each(resumable)('Resumable: %s', (_key, route, purpose, field, slot, turn) => {
  const begin = async (bytes: number, filename: string) =>
    (await beginUpload(callerOf(route), bytes, { purpose, filename })).headers.get('location')!;
  const storeFormFiles = async (file: File) => {
    const begun = await beginUpload(callerOf(route), file.size, { purpose, filename: file.name });
    const address = begun.headers.get('location');
    // An empty file is whole, and may be refused, as soon as it is begun.
    if (address === null || file.size === 0) return { address: address ?? '', sent: begun };
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { address, sent: await sendPart(callerOf(route), address, 0, bytes) };
  };
  const take = (address: string) => {
    const form = fieldsOf(route);
    form.append(field, field === 'uploads' ? JSON.stringify([idOf(address)]) : idOf(address));
    return send(route, form);
  };
  test('refuses finished uploads that are not what they claim, and keeps nothing of them', async () => {
    const who = callerOf(route);
    const wrong: unknown[] = [];
    for (const one of inTurn(turn)) {
      const stored = await storedNow();
      const { address, sent } = await storeFormFiles(one.file);
      if (!sent.ok) {
        // What can never be used is refused as it arrives: with a sentence, and nothing stays.
        const { error } = (await sent.json()) as { error: string };
        await journal.settle();
        const kept = await addedTo(stored);
        const isRefused = [413, 415].includes(sent.status) && /[а-яё]/.test(error);
        const isGone = address === '' || (await askUpload(who, address)).status === 404;
        if (!isRefused || !isGone || kept.length > 0)
          wrong.push([one.idea, sent.status, error, ...kept]);
        continue;
      }
      expect(await offsetOf(who, address)).toBe(one.file.size);
      await journal.settle();
      const answer = await take(address);
      // A useless upload is deleted: its row, and a job that removes its bytes.
      const found = await findWrong(
        route,
        one,
        answer,
        stored,
        /^(?:uploads delete|_private_jobs insert)$/,
      );
      if (found.length > 0 || (answer.status === 200 && purpose !== 'cloud'))
        wrong.push([one.idea, answer.status, ...found]);
      await askUpload(who, address, 'DELETE');
      await journal.settle();
    }
    expect(wrong).toEqual([]);
    await until(async () => (await passingNow()).length === 0);
  });
  test('an aborted upload is resumed or cancelled, and nothing else changes', async () => {
    const who = callerOf(route);
    const [before, stored] = [await snapshot(app), await storedNow()];
    const bytes = new Uint8Array(300_000);
    bytes.set(new TextEncoder().encode(HEADS[purpose]));
    for (const percent of [1, 50, 99]) {
      const address = await begin(bytes.length, `${slot}.bin`);
      const part = bytes.subarray(0, (bytes.length * percent) / 100);
      await breakOff(
        `${app.url}${address}`,
        'PATCH',
        {
          ...who.headers(),
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': bytes.length,
        },
        part,
      );
      await until(async () => (await askUpload(who, address)).status === 200);
      expect(await offsetOf(who, address)).toBeLessThanOrEqual(part.length);
      expect((await take(address)).body).toMatchObject({ code: 'upload_unfinished' });
      expect((await askUpload(who, address, 'DELETE')).status).toBe(204);
    }
    await until(async () => (await passingNow()).length === 0);
    expect(await snapshot(app)).toEqual(before);
    expect(await addedTo(stored)).toEqual([]);
  });
});
