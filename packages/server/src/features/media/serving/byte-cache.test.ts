import { describe, expect, test } from 'vitest';
import { makeMemory } from './byte-cache.ts';
import { createWorkQueue } from '#platform/runtime/work-queue.ts';

describe('The byte cache', () => {
  const entry = (bytes: number) => ({ body: Buffer.alloc(bytes) });
  test('evicts the least recently used entry first and tracks the total', () => {
    const memory = makeMemory(3 * (1000 + 512));
    for (const key of ['a', 'b', 'c']) memory.set(key, entry(1000));
    memory.get('a');
    memory.set('d', entry(1000));
    expect(['a', 'b', 'c', 'd'].filter((key) => memory.get(key) !== undefined)).toEqual([
      'a',
      'c',
      'd',
    ]);
    expect(memory.bytes()).toBe(3 * 1512);
  });
  test('counts a key set twice once, drops a deleted key, and rejects an entry that is too large', () => {
    const memory = makeMemory(5000);
    memory.set('a', entry(1000));
    memory.set('a', entry(2000));
    expect(memory.bytes()).toBe(2512);
    memory.set('huge', entry(5000));
    expect(memory.get('huge')).toBeUndefined();
    expect(memory.get('a')).toBeDefined();
    memory.delete('a');
    memory.delete('a');
    expect(memory.bytes()).toBe(0);
  });
});

describe('The work queue', () => {
  test('runs two at most, in the order of arrival; a failure passes its turn on', async () => {
    const turns = createWorkQueue(2);
    let running = 0;
    let most = 0;
    const begun: number[] = [];
    const results = await Promise.allSettled(
      [0, 1, 2, 3, 4].map((i) =>
        turns(async () => {
          begun.push(i);
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => {
            setTimeout(resolve, 5);
          });
          running -= 1;
          if (i === 1) throw new Error('no');
          return i;
        }),
      ),
    );
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
  });
});
