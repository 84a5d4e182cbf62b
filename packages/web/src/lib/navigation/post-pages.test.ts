import { expect, test } from 'vitest';
import { below, countFresh, nextPost } from './post-pages.ts';

const page = (ids: string[], isLast: boolean) => ({ posts: ids.map((_id) => ({ _id })), isLast });

test('counts a reported post as fresh until it is shown, but not if it belongs to a page not loaded yet', () => {
  const pages = [page(['f', 'e'], false), page(['d', 'c'], false)];
  expect(countFresh(['g', 'h'], pages)).toBe(2);
  expect(countFresh(['g', 'f', 'd'], pages)).toBe(1);
  expect(countFresh(['a', 'b'], pages)).toBe(0);
  expect(countFresh(['a'], [page(['f', 'e'], true)])).toBe(1);
  expect(countFresh(['a'], [page([], true)])).toBe(1);
  expect(countFresh(['a'], [])).toBe(1);
});
test('starts the next page below the last post and sends no cursor for the first page', () => {
  expect([nextPost(page(['b', 'a'], false)), nextPost(page(['b', 'a'], true))]).toEqual([
    'a',
    undefined,
  ]);
  expect([below(''), below('a')]).toEqual([{}, { before: 'a' }]);
});
