import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { findTexts } from './texts.mjs';

/** Words that the product calls differently. */
const FOREIGN: readonly [word: RegExp, instead: string][] = [
  [/(?<!\p{L})баннер/iu, 'обложка'],
  [/(?<!\p{L})сеанс/iu, 'сессия'],
  [/(?<!\p{L})(?:юзер|профайл|анкет)/iu, 'участник, профиль'],
  [/(?<!\p{L})запис[а-я]+ (?:друзей|групп|на стен)/iu, 'пост'],
  [/(?:\d|\}) ?[KMG]b(?!\p{L})/u, 'КБ, МБ, ГБ'],
  [/(?<=[\p{L},;:] )В(?:ы|ас|ам|ами)(?!\p{L})/u, 'вы'],
];
/** Documented texts, letter by letter. */
const DOCUMENTED = new Set([
  'У Вас нет новостей',
  'У Вас нет переписок',
  'Общий размер загружаемых файлов превышает 50Mb.',
]);

test('every text uses the words of the product', () => {
  const texts = findTexts(parseSync).flatMap(({ file, texts: all }) =>
    all.filter((text) => !DOCUMENTED.has(text)).map((text) => ({ file, text })),
  );
  expect(texts.length).toBeGreaterThan(2_000);
  const wrong = texts.flatMap(({ file, text }) =>
    FOREIGN.filter(([word]) => word.test(text)).map(
      ([, instead]) => `${file}: «${text}» → ${instead}`,
    ),
  );
  expect(wrong).toEqual([]);
});
test('texts with parts that are filled in later are found whole', () => {
  const all = new Map(findTexts(parseSync).map(({ file, texts }) => [file, texts]));
  expect(all.get('packages/web/src/app/pages/goodbye.tsx')).toContain('Профиль удалён');
  expect(all.get('packages/server/src/features/friends/service.ts')).toContain(
    'Заявку можно отправить снова через {…}',
  );
});
