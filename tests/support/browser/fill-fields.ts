import * as account from '@respa/contract/account';
import * as wall from '@respa/contract/wall';
import { CLOUD } from '@respa/contract/limits';
import type { RouteSpec } from '@respa/contract/route';
import { Caller, PASSWORD } from '../driver.ts';
import { apkFile } from '../members/games.ts';
import { playableVideo } from '../files/videos.ts';
import { picture } from '../files/pictures.ts';
import { ACCESS_ROWS } from '../../sweeps/access-rows.ts';
import { findAllRoutes, keyOf } from '../../sweeps/all-routes.ts';
import { makeSupportMessage, makeWaiting, type SeededWorld } from '../../sweeps/seeded-objects.ts';
import { rightOf } from '../../sweeps/near-inputs.ts';
import { packsFor, type Pack } from './payloads.ts';

type Schema = { type?: string | string[]; maxLength?: number; pattern?: string; enum?: unknown };
/** These calls take secrets, emailed links and codes, or end sessions or an account: no text. */
const NO_WORDS = /^\w+ \/(?:auth\/(?!register)|return-password|forgot-password|deleteprofile)/;
/**
 * Fields with a fixed format: ids, dates, numbers, lists of them, JSON, an emoji, or secrets. They
 * hold no text of their own.
 */
const FORMAL =
  /^(?:clientId|mentions|formatting|poll|edited|keep|pictures|video|publishAt|passport|phone|date|email|folderId|age|upload|members|emoji|link|version|password|caseId|until|kind|id|code)$/;
const LONGEST = 3_500;

export type Field = { key: string; route: RouteSpec; name: string; packs: Pack[] };
export const labelOf = ({ key, name }: Field): string => `${key} ${name}`;
/** Returns every text field of every call, with its payloads. */
export async function findFields(): Promise<Field[]> {
  const routes = (await findAllRoutes()).filter(
    (route) => route.method !== 'GET' && route.method !== 'DELETE' && !NO_WORDS.test(keyOf(route)),
  );
  const named = routes.flatMap((route) =>
    Object.entries(((route.form?.fields ?? route.body)?.properties ?? {}) as Record<string, Schema>)
      .filter(
        ([name, schema]) =>
          schema.type === 'string' &&
          schema.pattern === undefined &&
          schema.enum === undefined &&
          !FORMAL.test(name),
      )
      .map(([name, schema]) => ({
        route,
        name,
        length: Math.min(schema.maxLength ?? 100, LONGEST),
      })),
  );
  // Names of files and folders may not contain a slash.
  return named.map(({ route, name, length }, index) => ({
    key: keyOf(route),
    route,
    name,
    packs: route.path.startsWith('/cloud')
      ? packsFor(index + 1, CLOUD.name, /[/\\]/)
      : packsFor(index + 1, length),
  }));
}
async function filesOf(route: RouteSpec): Promise<Record<string, Blob[]>> {
  const slots = Object.keys(route.form?.files ?? {});
  const make = async (slot: string): Promise<Blob> =>
    slot === 'source' ? apkFile() : slot === 'video' ? playableVideo() : picture('png');
  return Object.fromEntries(
    await Promise.all(
      slots
        .filter(
          (slot) => slot !== 'audio' && (slot !== 'video' || route.path.includes('videohost')),
        )
        .map(async (slot) => [slot, [await make(slot)]] as [string, Blob[]]),
    ),
  );
}

type Right = { params?: Record<string, unknown>; body?: Record<string, unknown> };
/** Objects that a call uses up; they are created for each call. */
const ONCE: Record<string, (world: SeededWorld) => Promise<Right>> = {
  'POST /auth/register': async () => ({
    body: {
      name: 'Имя',
      surname: 'Фамилия',
      age: '1999-05-11',
      email: `${crypto.randomUUID()}@respa.test`,
      password: PASSWORD,
    },
  }),
  'POST /admin/takedown': async ({ owner }) => ({
    body: {
      kind: 'userpost',
      id: (await owner.call(wall.create, { body: { title: 'Лишнее' } })).post._id,
    },
  }),
  'POST /admin/suspend/:id': async ({ app }) => ({
    params: { id: (await app.join('Шум', 'Шумный')).id },
  }),
  // The friend of the fixtures is banned and so loses their proposals; an article is edited
  // instead.
  'PATCH /public/post/:id': async ({ things }) => ({ params: { id: things.articleId } }),
  // The call's other path edits the other ad.
  'POST /ad/edit/:id': async ({ things }) => ({ params: { id: things.otherAdId } }),
  'POST /admin/messages/:id/answer': async (world) => ({
    params: { id: (await makeSupportMessage(world)).supportMessageId },
  }),
  ...Object.fromEntries(
    ['promo', 'innerad'].map((at) => [
      `POST /${at}/refuse/:id`,
      async (world: SeededWorld) => ({ params: { id: (await makeWaiting(world)).waitingPromoId } }),
    ]),
  ),
};
async function activate({ app }: SeededWorld, email: string): Promise<void> {
  const link = await app.waitForLink(new Caller(app.url, { email }), 'activate');
  await app.nobody.call(account.activate, {
    body: { link: link.split('/').at(-1), newPassword: PASSWORD },
  });
}

type Made = { _id: string };
/** Returns the page of the object that a call created, from its response. */
const MADE: Record<
  string,
  (answer: Record<string, Made> & { id: string; userId: string }) => string
> = {
  'POST /auth/register': ({ userId }) => `/user/${userId}`,
  'POST /createuserpost': ({ post }) => `/userpost/${post!._id}`,
  'POST /games/upload': ({ game }) => `/app/${game!._id}`,
  'POST /group/create': ({ room }) => `/chat/${room!._id}`,
  'POST /ad/create': ({ ad }) => `/ad/${ad!._id}`,
  'POST /board/create': ({ ad }) => `/ad/${ad!._id}`,
  'POST /videohost/videos/create': ({ id }) => `/videohost/video/${id}`,
  'POST /public/createpost/:id': ({ post }) => `/publicpost/${post!._id}`,
  'POST /public/propose/:id': ({ post }) => `/publicpost/${post!._id}`,
  'PATCH /public/post/:id': ({ post }) => `/publicpost/${post!._id}`,
};
/** The accepted payloads by field, and the pages of the created objects. */
export type Filled = { taken: Map<string, number[]>; screens: string[] };
/**
 * Writes a round of payloads into every text field of every call, in one order and in the next
 * round in the reverse. Why: a value that two calls write shows only the last one.
 */
export async function fillFields(
  fields: readonly Field[],
  world: SeededWorld,
  round: number,
): Promise<Filled> {
  const filled: Filled = { taken: new Map(), screens: [] };
  const { app, owner, friend, stranger, admin, things } = world;
  const calls = [...Map.groupBy(fields, ({ key }) => key)];
  const ordered = round % 2 === 0 ? calls : calls.reverse();
  // Sending a message deletes its draft, so draft calls come last.
  const isDraft = ([key]: (typeof calls)[number]) => Number(key.includes('/draft/'));
  for (const [key, own] of ordered.sort((one, other) => isDraft(one) - isDraft(other))) {
    const { route } = own[0]!;
    let files = await filesOf(route);
    const all = own
      .filter(({ packs }) => packs.length > 0)
      .map((field) => ({
        label: labelOf(field),
        name: field.name,
        pack: field.packs[round % field.packs.length]!,
      }));
    const once = (await ONCE[key]?.(world)) ?? {};
    for (const who of route.access === 'visitor'
      ? [app.nobody]
      : route.access === 'admin'
        ? [admin]
        : [owner, stranger, friend]) {
      let left = all;
      const right = {
        params: rightOf(key, 'params', { ...things, stranger: who.id }),
        body: ACCESS_ROWS[key]!.body?.(things) ?? {},
        ...once,
      };
      const send = () =>
        who.request(route, {
          ...(route.params === undefined ? {} : { params: right.params as never }),
          body: {
            ...right.body,
            ...Object.fromEntries(left.map(({ name, pack }) => [name, pack.text])),
          },
          ...(route.form === undefined ? {} : { files: files as never }),
        });
      let answer = await send();
      for (let again = 0; answer.status === 400 && again < 3; again += 1) {
        const { code, fields: wrong = {} } = (await answer.json()) as {
          code: string;
          fields?: Record<string, string>;
        };
        // Each round has added a file.
        if (code === 'too_many_files') files = {};
        // A call refused for another reason than its text keeps only one field's payload.
        else
          left = left.some(({ name }) => name in wrong)
            ? left.filter(({ name }) => !(name in wrong))
            : left.slice(0, 1);
        answer = await send();
      }
      if (!answer.ok) continue;
      for (const { label, pack } of left) filled.taken.set(label, pack.calls);
      const body = (await answer.json()) as never;
      if (key in MADE) filled.screens.push(MADE[key]!(body));
      if (key === 'POST /auth/register') await activate(world, String(right.body['email']));
      break;
    }
  }
  return filled;
}
