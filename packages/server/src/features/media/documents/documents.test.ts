import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { findKind } from '../serving/kinds.ts';
import { readDocx } from './docx.ts';
import { readRtf } from './rtf.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'respa-documents-'));
});
afterAll(() => rm(dir, { recursive: true }));

const MOST = 1024 * 1024;
async function zipOf(parts: Record<string, string | Buffer>): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const path = join(dir, 'document.zip');
  await writeFile(path, await buffer(zip.outputStream));
  return path;
}
const body = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${inside}</w:body></w:document>`;
const textOf = async (inside: string) =>
  readDocx(await zipOf({ 'word/document.xml': body(inside) }), MOST);
const run = (inside: string) => `<w:r>${inside}</w:r>`;
const p = (inside: string) => `<w:p>${inside}</w:p>`;
const t = (text: string) => run(`<w:t xml:space="preserve">${text}</w:t>`);

describe('The text of a docx', () => {
  const relationships = (target: string) =>
    `<?xml version="1.0"?><Relationships><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`;
  test.each([
    '/word/document2.xml',
    'word/document2.xml',
    'other/%D1%82%D0%B5%D0%BA%D1%81%D1%82.xml',
    './word/document2.xml',
    '/word/../other\\main.xml',
  ])('is found through the relationship to %s', async (target) => {
    const path = await zipOf({
      '[Content_Types].xml':
        '<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels': relationships(target),
      [posix.normalize(`/${decodeURI(target).replace('\\', '/')}`).slice(1)]: body(
        p(t('Из облака')),
      ),
    });
    expect(await readDocx(path, MOST)).toBe('Из облака');
    expect(await findKind(path, 'a')).toMatchObject({ type: 'docx' });
  });
  test.each(['utf16le', 'utf16be'])('is read in %s, also without a mark', async (encoding) => {
    for (const mark of ['\ufeff', '']) {
      const bytes = Buffer.from(mark + body(p(t('Ёлка'))).replace('UTF-8', 'UTF-16'), 'utf16le');
      const part = encoding === 'utf16be' ? bytes.swap16() : bytes;
      expect(await readDocx(await zipOf({ 'word/document.xml': part }), MOST)).toBe('Ёлка');
    }
  });
  test('is read in a declared encoding', async () => {
    const [before, after] = body(p(t('@')))
      .replace('UTF-8', 'windows-1251')
      .split('@');
    const part = Buffer.concat([
      Buffer.from(before!),
      Buffer.of(0xcf, 0xf0, 0xe8),
      Buffer.from(after!),
    ]);
    expect(await readDocx(await zipOf({ 'word/document.xml': part }), MOST)).toBe('При');
  });
  test('is read as UTF-8 although its declaration says UTF-16, and where its relationship misses', async () => {
    const part = body(p(t('Ёлка'))).replace('UTF-8', 'utf-16');
    const parts = { '_rels/.rels': relationships('gone.xml'), 'word/document.xml': part };
    expect(await readDocx(await zipOf(parts), MOST)).toBe('Ёлка');
  });
  test('includes CDATA and entities', async () => {
    expect(await textOf(p(t('<![CDATA[a < b]]> &amp; &#x451; &lt;w:t&gt;')))).toBe(
      'a < b & ё <w:t>',
    );
  });
  test('holds what tracked changes leave, once', async () => {
    const moved = t('Перенесённый абзац.');
    expect(
      await textOf(
        p(`<w:moveFrom>${moved}</w:moveFrom>`) +
          p(t('Середина.')) +
          p(`<w:moveTo>${moved}</w:moveTo>`) +
          p(
            `<w:del>${run('<w:delText>Удалено</w:delText><w:tab/>')}</w:del><w:ins>${t('Вставлено')}</w:ins>`,
          ),
      ),
    ).toBe('Середина.\nПеренесённый абзац.\nВставлено');
  });
  test('continues a paragraph whose end was removed', async () => {
    const end = (change: string) => `<w:pPr><w:rPr><w:${change}/></w:rPr></w:pPr>`;
    expect(
      await textOf(
        p(end('del') + t('Сбор ')) + p(t('в пятницу.')) + p(end('ins') + t('Да.')) + p(t('Нет.')),
      ),
    ).toBe('Сбор в пятницу.\nДа.\nНет.');
  });
  test('has no tabs for tab stops, and special characters', async () => {
    const stops = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>';
    expect(
      await textOf(
        p(`${stops}${t('Абзац')}${run('<w:tab/>')}${t('с')}${run('<w:noBreakHyphen/>')}${t('9')}`) +
          p('') +
          p(t('Конец')),
      ),
    ).toBe('Абзац\tс\u20119\n\nКонец');
  });
  test('is read up to where the XML is damaged', async () => {
    const part = body(p(t('Целый')) + p('<w:r></w:p>'));
    expect(await readDocx(await zipOf({ 'word/document.xml': part }), MOST)).toBe('Целый');
  });
  test('is null with a document type, without a main part, and over the limit', async () => {
    expect(await readDocx(await zipOf({ 'word/document.xml': '<!DOCTYPE w><w/>' }), MOST)).toBe(
      null,
    );
    expect(await readDocx(await zipOf({ 'a.xml': body('') }), MOST)).toBe(null);
    expect(await readDocx(await zipOf({ 'word/document.xml': body(p(t('а'))) }), 20)).toBe(null);
  });
});

describe('The text of an RTF', () => {
  const rtf = (inside: string) => readRtf(`{\\rtf1\\ansi\\ansicpg1251\\deff0${inside}}`);
  test('is read in its code page, without its tables', () => {
    expect(
      rtf(
        "{\\fonttbl{\\f0 Times New Roman;}}{\\*\\generator Word;}\\f0\\fs24 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2\\'2c world\\par",
      ),
    ).toBe('Привет, world');
  });
  test('is read from numbers of characters, and in the character set of a font', () => {
    expect(rtf('\\uc1\\u1055?\\u1088?\\u-10179?\\u-8704?')).toBe('Пр\ud83d\ude00');
    expect(
      readRtf(
        "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}\\f1\\'cf\\f0 \\'e9}",
      ),
    ).toBe('Пé');
  });
  test('keeps paragraphs, tabs and braces', () => {
    expect(rtf('Tank\\tab Boris\\par\r\nlist\\line x\\{y\\}\\~z\\_w \\emdash  b')).toBe(
      'Tank\tBoris\nlist\nx{y}\u00a0z\u2011w — b',
    );
  });
  test('is read in the code page that a font, the language or the document names', () => {
    const fonts = (font: string) => `{\\rtf1\\ansi{\\fonttbl{\\f0${font} A;}}\\f0 \\'cf\\'e9}`;
    expect(readRtf(fonts('\\cpg1251'))).toBe('Пй');
    expect(readRtf(fonts('\\fcharset128'))).toBe('ﾏ\ufffd');
    expect(readRtf("{\\rtf1\\ansi\\deff0\\deflang1049 \\'cf\\'e9}")).toBe('Пй');
    expect(readRtf("{\\rtf1\\ansi\\ansicpg10007 \\'8f\\'e9}")).toBe('Пй');
    expect(readRtf("{\\rtf1\\ansi\\ansicpg20866 \\'f0\\'ca}")).toBe('Пй');
  });
  test('is read around binary data, and behind what is no part of it', () => {
    expect(rtf('{\\pict\\bin5 }{}\\{}Yes')).toBe('Yes');
    for (const before of ['\xef\xbb\xbf', '\r\n', 'X-Mailer: 1\r\n\r\n', '\0\0'])
      expect(readRtf(`${before}{\\rtf1\\ansi Yes}`)).toBe('Yes');
  });
  test('is null for anything else', () => {
    expect(readRtf('{\\pdf1}')).toBe(null);
  });
});

describe('The kind of a file', () => {
  const kindOf = async (bytes: string | Buffer, name = 'a.bin') => {
    const path = join(dir, 'file.bin');
    await writeFile(path, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return (await findKind(path, name)).type;
  };
  test.each([
    ['pdf', '%PDF-1.7\n'],
    ['pdf', '%!PS-Adobe-3.0 PDF-1.4\n'],
    ['rtf', '{\\rtf1\\ansi Yes}'],
    ['rtf', '{\\rtf\\ansi Yes}'],
  ])('is %s although it does not begin with %j', async (type, header) => {
    for (const before of ['', '\xef\xbb\xbf', '\r\n', '  ', 'HTTP/1.1 200 OK\r\n\r\n', '\0'])
      expect(await kindOf(before + header, 'a.doc')).toBe(type);
    expect(await kindOf(`\x01\x02\xff\x03${header}`)).toBe(type);
    expect(await kindOf(`${'x'.repeat(2_000)}\n${header}`, 'a.txt')).toBe('txt');
    expect(await kindOf(`A file begins with "${header}"`, 'a.txt')).toBe('txt');
    expect(await kindOf(`\xff\xd8\xff\xe0\0\x10JFIF\0\n${header}`)).toBe('jpg');
  });
  test.each([
    ['docx', 'vnd.ms-word.document.macroEnabled'],
    ['docx', 'vnd.ms-word.template.macroEnabledTemplate'],
    ['xlsx', 'vnd.ms-excel.sheet.macroEnabled'],
    ['pptx', 'vnd.ms-powerpoint.presentation.macroEnabled'],
    ['pptx', 'vnd.openxmlformats-officedocument.presentationml.slideshow'],
  ])('is %s by the type %s of its main part', async (type, content) => {
    const types = `<Types><Override PartName="/x" ContentType="application/${content}.main+xml"/></Types>`;
    const path = await zipOf({ '[Content_Types].xml': types, x: '<x/>' });
    expect(await findKind(path, 'a')).toMatchObject({ type });
  });
});
