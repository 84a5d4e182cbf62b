import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { Queries } from './query.ts';

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
};

test("refetches once more when an event arrives during a query's first load", async () => {
  const queries = new Queries();
  let truth = 'before';
  let asked = 0;
  const slow = gate();
  const observer = new QueryObserver(queries, {
    queryKey: ['people', 1],
    queryFn: async () => {
      asked += 1;
      const seen = truth;
      if (asked === 1) await slow.opened;
      return seen;
    },
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => asked).toBe(1);
  truth = 'after';
  const done = queries.invalidateQueries({ queryKey: ['people'] });
  slow.open();
  await done;
  expect([asked, observer.getCurrentResult().data]).toEqual([2, 'after']);
  stop();
});

test('refetches a paged list once more in the same case, but an already loaded query only once', async () => {
  const queries = new Queries();
  let asked = 0;
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ['list'],
    queryFn: async () => (asked += 1),
    initialPageParam: 0,
    getNextPageParam: () => undefined,
  });
  const stop = observer.subscribe(() => {});
  await queries.invalidateQueries({ queryKey: ['list'] });
  expect(asked).toBe(2);
  await queries.invalidateQueries({ queryKey: ['list'] });
  expect(asked).toBe(3);
  stop();
});
