import { expect, test } from 'vitest';
import { LINK_CARDS } from '@respa/contract/limits';
import { findOembed, readOembed } from './oembed.ts';
import { readPage } from './page-tags.ts';

const URL_ = 'https://www.site.example/news/1';
const read = (html: string | Buffer, charset = '') => readPage(Buffer.from(html), charset, URL_);

test('reads what a page says of itself', () => {
  expect(
    read(`<!doctype html><html><head>
      <meta property="og:site_name" content="Сайт об играх">
      <meta property='og:title' content='Вышла новая &laquo;Респа&raquo; &amp; всё'>
      <meta name=description content="Коротко
        о главном">
      <meta property="og:image" content="/cover.jpg">
      <title>Другой заголовок</title></head>`),
  ).toEqual({
    site: 'Сайт об играх',
    title: 'Вышла новая «Респа» & всё',
    text: 'Коротко о главном',
    picture: 'https://www.site.example/cover.jpg',
  });
});
test('falls back to the title and the host name', () => {
  expect(read('<title>Просто страница</title><p>текст')).toEqual({
    site: 'site.example',
    title: 'Просто страница',
    text: '',
    picture: '',
  });
});

test('shows hostile tags as plain text', () => {
  const { title, text, picture } = read(`
    <title><script>alert(1)</script></title>
    <meta name="description" content="&lt;img src=x onerror=alert(1)&gt;">
    <meta property="og:image" content="javascript:alert(1)">`);
  expect(title).toBe('<script>alert(1)</script>');
  expect(text).toBe('<img src=x onerror=alert(1)>');
  expect(picture).toBe('');
  for (const address of ['data:image/png;base64,AA', 'file:///etc/passwd', 'http://', 'blob:x'])
    expect(read(`<meta property="og:image" content="${address}">`).picture).toBe('');
});
test('removes characters that turn or hide the text', () => {
  expect(read('<title>\u202Eтекст\u202C \u200B\u2066гладкий\u2069\0\u0007</title>').title).toBe(
    'текст гладкий',
  );
  expect(read('<title>\u200B\u2800</title>').title).toBe('');
});
test('cuts long texts between characters', () => {
  const { title, text, site } = read(`
    <title>${'👨‍👩‍👧‍👦'.repeat(500)}</title>
    <meta name="description" content="${'а'.repeat(100_000)}">
    <meta property="og:site_name" content="${'ё'.repeat(5_000)}">`);
  const count = (words: string) => [...new Intl.Segmenter('ru').segment(words)].length;
  expect(count(title)).toBeLessThanOrEqual(LINK_CARDS.title);
  expect(title.replaceAll('👨‍👩‍👧‍👦', '')).toMatch(/^…?$/);
  expect(count(text)).toBeLessThanOrEqual(LINK_CARDS.text);
  expect(count(site)).toBeLessThanOrEqual(LINK_CARDS.site);
});
test('survives many tags, a huge attribute and broken markup', () => {
  const many = '<meta property="og:title" content="Первый">'.concat(
    '<meta property="og:title" content="ещё">'.repeat(10_000),
  );
  expect(read(many).title).toBe('Первый');
  expect(read(`<meta x="${'y'.repeat(400_000)}"><title>После</title>`).title).toBe('После');
  expect(read(`${'<div '.repeat(50_000)}`).title).toBe('');
  expect(read(`${'<b>'.repeat(100_000)}<title>Глубоко</title>`).title).toBe('');
  expect(read('<title>Без конца').title).toBe('Без конца');
  expect(read(`<title>${'&'.repeat(300_000)}`).title).toMatch(/^&+…?$/);
  expect(read('<meta property="__proto__" content="x"><title>Имя</title>').title).toBe('Имя');
});
test('leaves out what the body says', () => {
  expect(
    read(`<title>Настоящий</title></head><body>${' '.repeat(20_000)}
      <meta property="og:title" content="Из комментария">`).title,
  ).toBe('Настоящий');
});

test.each([
  ['windows-1251', ''],
  ['', '<meta charset=windows-1251>'],
  ['', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'],
  ['', ''],
])('reads windows-1251 (%s, %s)', (charset, meta) => {
  // «Игры» in windows-1251
  const words = Buffer.of(0xc8, 0xe3, 0xf0, 0xfb);
  const page = Buffer.concat([Buffer.from(`${meta}<title>`), words, Buffer.from('</title>')]);
  expect(readPage(page, charset, URL_).title).toBe('Игры');
});
test('reads UTF-8 that is cut inside a character, and ignores unknown encodings', () => {
  const page = Buffer.from('<title>Игры</title> ы');
  expect(readPage(page.subarray(0, -1), '', URL_).title).toBe('Игры');
  expect(readPage(page, 'x-nothing', URL_).title).toBe('Игры');
  expect(readPage(page, 'iso-2022-kr', URL_).title).toBe('Игры');
});

test('knows where YouTube and Rutube describe a page, and reads only its words', () => {
  expect(findOembed('https://youtu.be/dQw4w9WgXcQ')?.url).toBe(
    'https://www.youtube.com/oembed?url=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ&format=json',
  );
  expect(findOembed('https://m.rutube.ru/video/1/')?.site).toBe('RUTUBE');
  expect(findOembed('https://youtube.com.evil.example/watch')).toBeNull();
  expect(findOembed('https://site.example/')).toBeNull();
  const body = Buffer.from(
    JSON.stringify({
      title: 'Ролик',
      author_name: 'Канал',
      thumbnail_url: 'javascript:alert(1)',
      html: '<script>alert(1)</script>',
    }),
  );
  expect(readOembed(body, 'YouTube', 'https://youtu.be/1')).toEqual({
    site: 'YouTube',
    title: 'Ролик',
    text: 'Канал',
    picture: '',
  });
  expect(readOembed(Buffer.from('null'), 'YouTube', 'https://youtu.be/1').title).toBe('');
});
