import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as cloud from '@respa/contract/cloud';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { assertCounted } from '#tests/support/counters.ts';
import { picture } from '#tests/support/files/pictures.ts';
import { patient } from '#tests/support/patience.ts';

type BlobPart = ConstructorParameters<typeof File>[0][number];
let app: TestApp;
let anna: Caller;
beforeAll(async () => {
  app = await startTestApp({ CLOUD_QUOTA: String(300 * 1024 * 1024) });
  anna = await app.join('Анна');
});
afterAll(async () => {
  await assertCounted(app);
  await app.stop();
});
const own = (name: string) =>
  new URL(`../../../../../tests/support/files/samples/${name}`, import.meta.url);
const put = async (who: Caller, name: string, bytes: BlobPart, folderId = '') =>
  (
    await who.call(cloud.upload, {
      body: { folder: { id: folderId } },
      files: { file: [new File([bytes], name)] },
    })
  ).added[0]!;

describe('the text of a file', () => {
  const text = async (name: string, bytes: BlobPart) =>
    anna.call(cloud.fileText, { params: { id: (await put(anna, name, bytes))._id } });
  test('is read in its actual encoding, up to a megabyte', async () => {
    expect(await text('a.txt', 'Привет, ёж')).toEqual({ text: 'Привет, ёж', isCut: false });
    expect(
      await text(
        'b.txt',
        Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xb8, 0xe6]),
      ),
    ).toEqual({ text: 'Привет, ёж', isCut: false });
    expect(await text('c.txt', Buffer.from('\ufeffПривет', 'utf16le'))).toEqual({
      text: 'Привет',
      isCut: false,
    });
    expect(await text('d.txt', '\ufeffПривет')).toEqual({ text: 'Привет', isCut: false });
    expect(await text('e.txt', '')).toEqual({ text: '', isCut: false });
    const long = await text('f.txt', 'ё'.repeat(600_001));
    expect([long.isCut, /^ё+$/.test(long.text), long.text.length]).toEqual([true, true, 524_288]);
    expect(
      await anna.refusal(cloud.fileText, {
        params: { id: (await put(anna, 'a.png', await picture('png')))._id },
      }),
    ).toMatchObject({ status: 415, code: 'unreadable' });
  });
  const document = async (name: string, bytes: BlobPart) => (await put(anna, name, bytes))._id;
  test('of documents is read in reading order', { timeout: patient(60_000) }, async () => {
    const docx = await anna.call(cloud.hardFileText, {
      params: { id: await document('Правила.docx', await readFile(own('rules.docx'))) },
    });
    expect(docx).toEqual({
      text: 'Правила рейда\nСбор в 20:00, ёлки & палки <без опозданий>.\tЛекарь — Анна\nПервая строка\nвторая строка\nТанк\tБорис\nСтрелок\tВера',
      isCut: false,
    });
    const doc = await anna.call(cloud.hardFileText, {
      params: { id: await document('test.doc', await readFile(own('word.doc'))) },
    });
    expect(doc.text).toContain('This is a test for parsing the Word file in node.');
    expect(
      await anna.refusal(cloud.hardFileText, { params: { id: await document('a.txt', 'x') } }),
    ).toMatchObject({ status: 415, code: 'unreadable' });
  });
  const docxOf = async (xml: string | Buffer) => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(xml), 'word/document.xml');
    zip.end();
    return buffer(zip.outputStream);
  };
  test(
    'of crafted documents is rejected: bombs, entities, noise, a false size',
    { timeout: patient(120_000) },
    async () => {
      const body = (inside: string) =>
        `<w:document><w:body><w:p><w:r><w:t>${inside}</w:t></w:r></w:p></w:body></w:document>`;
      expect(
        (
          await anna.call(cloud.hardFileText, {
            params: { id: await document('ok.docx', await docxOf(body('Целый'))) },
          })
        ).text,
      ).toBe('Целый');
      const bomb = await docxOf(body('а'.repeat(15 * 1024 * 1024)));
      expect(bomb.length).toBeLessThan(200_000);
      const lying = Buffer.from(bomb);
      // The zip's directory declares a small size for the bomb.
      const entry = lying.lastIndexOf('PK\x01\x02', undefined, 'latin1');
      lying.writeUInt32LE(100, entry + 24);
      const noise = Buffer.concat([(await docxOf(body('x'))).subarray(0, 60), randomBytes(300)]);
      const ole = Buffer.from(await readFile(own('word.doc')));
      randomBytes(4096).copy(ole, 1024);
      const crafted: [string, BlobPart][] = [
        ['bomb.docx', bomb],
        ['lying.docx', lying],
        [
          'xxe.docx',
          await docxOf(
            `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>${body('&x;')}`,
          ),
        ],
        [
          'laughs.docx',
          await docxOf(`<!DOCTYPE w [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${body('&b;')}`),
        ],
      ];
      for (const [name, bytes] of crafted) {
        const answer = await anna.refusal(cloud.hardFileText, {
          params: { id: await document(name, bytes) },
        });
        expect(answer, name).toMatchObject({
          status: 415,
          code: 'unreadable',
          error: 'Не удалось прочитать этот файл как текст.',
        });
      }
      for (const [name, bytes] of [
        ['noise.docx', noise],
        ['broken.doc', ole],
      ] as [string, BlobPart][]) {
        const id = await document(name, bytes);
        const answer = await anna.request(cloud.hardFileText, { params: { id } as never });
        expect([200, 415], name).toContain(answer.status);
      }
      expect(await readdir(join(app.dataDir, 'staging'))).toEqual([]);
    },
  );
});
