import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeOrder } from './bus-order.ts';
import { cutParts } from './text-parts.ts';

function listen(timeoutMs = 20) {
  const heard: string[] = [];
  return {
    heard,
    order: makeOrder<string>({
      deliver: (from, text) => heard.push(`${from}${text}`),
      missed: (from) => heard.push(`${from}?`),
      timeoutMs,
    }),
  };
}

test("delivers batches of two transports, duplicated and in any order, once and in the sender's order", () => {
  const transports = fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.shuffledSubarray(
      Array.from({ length: 2 * count }, (_, index) => 2 + (index % count)),
      { minLength: 2 * count, maxLength: 2 * count },
    ),
  );
  fc.assert(
    fc.property(transports, (numbers) => {
      const { heard, order } = listen(10_000);
      order.receive('а', 1, '1');
      for (const number of numbers) order.receive('а', number, String(number));
      expect(heard).toEqual([
        'а1',
        ...[...new Set(numbers)].sort((one, other) => one - other).map((number) => `а${number}`),
      ]);
    }),
  );
});
test('reports a missing batch once, before what follows it', async () => {
  const { heard, order } = listen();
  order.receive('а', 5, '5');
  order.receive('а', 7, '7');
  order.receive('б', 1, '1');
  expect(heard).toEqual(['а5', 'б1']);
  await expect.poll(() => heard).toEqual(['а5', 'б1', 'а?', 'а7']);
  order.receive('а', 6, '6');
  order.receive('а', 8, '8');
  expect(heard.slice(4)).toEqual(['а8']);
});
test("detects that the last batch is missing from the sender's count", async () => {
  const { heard, order } = listen();
  order.expect('а', 3);
  order.receive('а', 3, '3');
  order.expect('а', 5);
  order.receive('а', 4, '4');
  await expect.poll(() => heard).toEqual(['а4', 'а?']);
  order.expect('а', 5);
  order.receive('а', 6, '6');
  expect(heard.slice(2)).toEqual(['а6']);
});
test('cuts a text into parts that fit a database payload and join back to the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 2, max: 9 }),
      (text, units) => {
        const parts = cutParts(text, units);
        expect(parts.map((part) => Buffer.from(part).toString()).join('')).toBe(
          text.toWellFormed(),
        );
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(units);
      },
    ),
  );
  for (const sign of ['a', 'ж', '漢', '😀'])
    for (const part of cutParts(sign.repeat(20_000)))
      expect(Buffer.byteLength(part)).toBeLessThan(7_900);
});
