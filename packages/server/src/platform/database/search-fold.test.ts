import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldSearch } from '@respa/contract/fold-search';
import { startTestApp, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const fold = async (texts: string[]): Promise<string[]> =>
  (
    await sql<{ folded: string }>`
      select fold_search(text) as folded
      from unnest(${texts}::text[]) with ordinality as each (text, place)
      order by place
    `.execute(app.server.context.db)
  ).rows.map(({ folded }) => folded);

test.each([
  ['Ёж', 'еж'],
  ['е\u0308ж', 'еж'],
  ['за\u0301мок, замо\u0301к', 'замок, замок'],
  ['Андреи\u0306 Андрей', 'андрей андрей'],
  ['пе\u00adре\u200bнос', 'перенос'],
  ['Д’Артаньян дʼАртаньян', "д'артаньян д'артаньян"],
  ['Нагибатор\u20112000', 'нагибатор-2000'],
  ['Café', 'cafe'],
  ['❤️', '❤'],
  ['１２３\u00a0\n　ＡＢ', '123 ab'],
  ['<Меч>', '<меч>'],
])('%j is compared as %j', async (text, folded) => {
  expect([foldSearch(text), await fold([text])]).toEqual([folded, [folded]]);
});
test('stored texts and searches are folded alike', async () => {
  const sign = fc.constantFrom(
    ...'аАёЁйЙиіїўґщЩaAzZéÉüßçÇñ09_-–—‑−\'’`ʼ«»"<>.,!?&@#%№½ﬁςΣ',
    'и\u0306',
    'е\u0308',
    'а\u0301',
    '\u00ad',
    '\u200b',
    '\ufeff',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '👍🏽',
    '👨‍👩‍👧',
    '🇷🇺',
    '❤️',
    '１',
    'Ａ',
    ' ',
    '  ',
    '\n',
    '\t',
    '\u00a0',
    '\u2003',
    '한',
    'ا',
    'א',
    '中',
  );
  const texts = fc.sample(
    fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
    { numRuns: 3_000, seed: 7 },
  );
  expect(await fold(texts)).toEqual(texts.map(foldSearch));
});
