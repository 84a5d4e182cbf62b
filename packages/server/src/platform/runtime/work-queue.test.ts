import { describe, expect, test } from 'vitest';
import { createFairQueue } from './work-queue.ts';

/** Work that ends when the test says so. */
function makeWork() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: string) => () =>
    new Promise<void>((resolve) => {
      started.push(name);
      ends.push(resolve);
    });
  const endNext = async () => {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, begin, endNext };
}
const PLENTY = { each: 100, all: 1_000 };

describe('A fair queue', () => {
  test('lets the owners take turns, however many pieces one of them has', async () => {
    const { started, begin, endNext } = makeWork();
    const queue = createFairQueue(1, PLENTY);
    const all = [
      ...Array.from({ length: 50 }, (_, at) => queue('greedy', begin(`greedy ${at}`))),
      queue('anna', begin('anna')),
      queue('boris', begin('boris')),
      queue(undefined, begin('own')),
    ];
    for (const _ of all) await endNext();
    await Promise.all(all);
    expect(started.slice(0, 6)).toEqual([
      'greedy 0',
      'greedy 1',
      'anna',
      'boris',
      'own',
      'greedy 2',
    ]);
    expect(started).toHaveLength(all.length);
  });

  test('refuses what one owner queues beyond their share, and nobody else', async () => {
    const { begin, endNext } = makeWork();
    const queue = createFairQueue(1, { each: 2, all: 100 });
    const all = ['greedy', 'greedy', 'greedy', 'greedy', 'anna'].map((owner) =>
      queue(owner, begin(owner)),
    );
    await expect(all[3]).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
    for (let left = 4; left > 0; left -= 1) await endNext();
    await Promise.all(all.toSpliced(3, 1));
  });

  test('drops the work of the owner who has most when it is full', async () => {
    const { started, begin, endNext } = makeWork();
    const queue = createFairQueue(1, { each: 100, all: 3 });
    const greedy = Array.from({ length: 4 }, () => queue('greedy', begin('greedy')));
    const anna = queue('anna', begin('anna'));
    const own = queue(undefined, begin('own'));
    await expect(greedy[3]).rejects.toMatchObject({ code: 'unavailable' });
    await expect(greedy[2]).rejects.toMatchObject({ code: 'unavailable' });
    for (let left = 4; left > 0; left -= 1) await endNext();
    await Promise.all([greedy[0], greedy[1], anna, own]);
    expect(started).toEqual(['greedy', 'greedy', 'anna', 'own']);
  });

  test('goes on after work that fails', async () => {
    const queue = createFairQueue(1, PLENTY);
    const failed = queue('anna', () => Promise.reject(new Error('no')));
    const next = queue('anna', async () => 'done');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
