import { expect, test } from 'vitest';
import * as communities from '@respa/contract/communities';
import { makeCommunity, write } from '#tests/support/members/communities.ts';
import { openLive } from '#tests/support/stream-reader.ts';
import { openTrio } from '#tests/support/members/trio.ts';

const { app, anna, boris, vera } = await openTrio();
const id = await makeCommunity(anna, 'Вестник');
for (const who of [boris, vera]) await who.call(communities.subscribe, { params: { id } });
await anna.call(communities.addEditor, { params: { id, userId: vera.id } });

test('news of the user’s communities come newest first, page by page, and live', async () => {
  const reader = await app.join('Инна');
  const [one, other, alien] = [
    await makeCommunity(anna, 'Первый'),
    await makeCommunity(anna, 'Второй'),
    await makeCommunity(anna, 'Чужой'),
  ];
  for (const community of [one, other])
    await reader.call(communities.subscribe, { params: { id: community } });
  expect(await reader.call(communities.news)).toEqual({ posts: [], isLast: true });
  const live = await openLive(reader);
  for (let number = 1; number <= 6; number += 1)
    for (const community of [one, other, alien])
      await write(
        anna,
        community,
        `${community === one ? 'П' : community === other ? 'В' : 'Ч'}${number}`,
      );
  expect(await live.next('public-post')).toMatchObject({ publicId: one });
  await live.cut();
  const first = await reader.call(communities.news);
  const rest = await reader.call(communities.news, { query: { before: first.posts.at(-1)!._id } });
  expect([...first.posts, ...rest.posts].map(({ title }) => title)).toEqual([
    'В6',
    'П6',
    'В5',
    'П5',
    'В4',
    'П4',
    'В3',
    'П3',
    'В2',
    'П2',
    'В1',
    'П1',
  ]);
  expect([first.isLast, rest.isLast]).toEqual([false, true]);
});
