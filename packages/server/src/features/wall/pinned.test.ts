import { describe, expect, test } from 'vitest';
import * as authoring from '@respa/contract/authoring';
import * as wall from '@respa/contract/wall';
import { type Caller } from '#tests/support/driver.ts';
import { openPair } from '#tests/support/members/trio.ts';

const { app, anna, boris } = await openPair();
type Input = {
  title?: string;
  keep?: string[] | string;
  edited?: string;
  audience?: 'all' | 'friends';
};
const body = ({ keep, ...rest }: Input) => ({
  ...rest,
  ...(keep === undefined ? {} : { keep: typeof keep === 'string' ? keep : JSON.stringify(keep) }),
});
const post = async (title: string, file: Blob[] = []) =>
  (await anna.call(wall.create, { body: { title }, files: { file } })).post;
const edit = async (id: string, input: Input, file: Blob[] = [], who = anna) =>
  (await who.call(authoring.edit, { params: { id }, body: body(input), files: { file } })).post;

describe('A pinned post', () => {
  const wallOf = (
    who: Caller,
    owner: Caller,
    page = 1,
    offset = 0,
    query: { before?: string } = {},
  ) => who.call(wall.list, { params: { userId: owner.id, page, offset }, query });
  const pin = (who: Caller, id: string) => who.call(authoring.pin, { params: { id } });

  test('comes first, once, however the wall is paged; there is one at a time', async () => {
    const gleb = await app.join('Глеб');
    const ids: string[] = [];
    for (let turn = 0; turn < 23; turn += 1)
      ids.unshift(
        (
          await gleb.call(wall.create, {
            body: {
              title: `№${turn}`,
              ...(turn % 4 === 0 ? { audience: 'friends' as const } : {}),
            },
          })
        ).post._id,
      );
    const open = ids.filter((_, index) => (22 - index) % 4 !== 0);
    const pages = async (who: Caller, all: string[]) => {
      const byPage: string[] = [];
      for (let page = 1; page <= 3; page += 1)
        byPage.push(...(await wallOf(who, gleb, page)).posts.map((one) => one._id));
      const byLast = (await wallOf(who, gleb)).posts.map((one) => one._id);
      for (;;) {
        const { posts, isLast, count } = await wallOf(who, gleb, 1, 0, { before: byLast.at(-1)! });
        expect(count).toBe(all.length);
        byLast.push(...posts.map((one) => one._id));
        if (isLast) break;
      }
      expect([byPage, byLast]).toEqual([all, all]);
      expect((await wallOf(who, gleb, 2, 3)).posts[0]!._id).toBe(all[13]);
    };
    const first = (id: string, all: string[]) => [id, ...all.filter((one) => one !== id)];
    await pages(gleb, ids);
    await pages(boris, open);
    const old = open.at(-2)!;
    await pin(gleb, ids[5]!);
    await pin(gleb, old);
    await pin(gleb, old);
    expect((await wallOf(boris, gleb)).posts.map((one) => one.pinned)).toEqual([
      true,
      ...Array.from({ length: 9 }, () => false),
    ]);
    await pages(gleb, first(old, ids));
    await pages(boris, first(old, open));

    // A pinned post for friends is first for friends, and invisible to others.
    await pin(gleb, ids.at(-1)!);
    await pages(gleb, first(ids.at(-1)!, ids));
    await pages(app.nobody, open);
    await gleb.call(authoring.unpin, { params: { id: old } });
    await gleb.call(authoring.unpin, { params: { id: ids.at(-1)! } });
    await pages(gleb, ids);
    await Promise.all(ids.slice(0, 6).map((id) => pin(gleb, id)));
    expect((await wallOf(gleb, gleb)).posts.filter((one) => one.pinned)).toHaveLength(1);
    for (const { _id, pinned } of (await wallOf(gleb, gleb)).posts)
      if (pinned) await gleb.call(wall.remove, { params: { id: _id } });
    expect((await wallOf(gleb, gleb)).posts.some((one) => one.pinned)).toBe(false);
  });

  test('is pinned by its author only, and stays pinned after an edit', async () => {
    const made = await post('Закреплю');
    for (const route of [authoring.pin, authoring.unpin]) {
      expect(await boris.refusal(route, { params: { id: made._id } })).toMatchObject({
        status: 403,
        error: 'Недостаточно прав',
      });
      expect(await anna.refusal(route, { params: { id: crypto.randomUUID() } })).toMatchObject({
        status: 404,
      });
    }
    await pin(anna, made._id);
    expect((await edit(made._id, { title: 'Закреплено и изменено' })).pinned).toBe(true);
  });
});
