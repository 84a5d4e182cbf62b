import { AppError } from '@respa/contract/app-errors';
import { expect, test } from 'vitest';
import { createHashingQueue } from './hashing-queue.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : 'failed'),
  );

test('a flood from one address refuses only that address', async () => {
  const queue = createHashingQueue({ atOnce: 1, waiting: 6, each: 4 });
  const { open, opened } = gate();
  const order: string[] = [];
  const start = (owner: string) =>
    outcome(
      queue(owner, async () => {
        await opened;
        order.push(owner);
      }),
    );
  const flood = Array.from({ length: 8 }, () => start('flood'));
  const others = ['a', 'b', 'c', 'd'].map(start);
  open();
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done', 'done']);
  const flooded = await Promise.all(flood);
  expect(flooded.filter((one) => one === 'done')).toHaveLength(3);
  expect(flooded.filter((one) => one === 'unavailable')).toHaveLength(5);
  // Owners take turns: nobody waits for the whole flood.
  expect(order.slice(0, 6)).toEqual(['flood', 'flood', 'a', 'b', 'c', 'd']);
});

test('a full queue of equals refuses the newcomer, and later work runs', async () => {
  const queue = createHashingQueue({ atOnce: 1, waiting: 2, each: 2 });
  const { open, opened } = gate();
  const started = ['a', 'b', 'c', 'd'].map((owner) => outcome(queue(owner, () => opened)));
  expect(await started[3]).toBe('unavailable');
  open();
  expect(await Promise.all(started)).toEqual(['done', 'done', 'done', 'unavailable']);
  expect(await outcome(queue('d', () => Promise.resolve()))).toBe('done');
});
