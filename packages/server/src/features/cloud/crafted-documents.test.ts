import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import * as cloud from '@respa/contract/cloud';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { patient } from '#tests/support/patience.ts';

let app: TestApp;
let [anna, greedy]: Caller[] = [];
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.join('Анна');
  greedy = await app.join('Жадный');
});
afterAll(() => app.stop());

const own = (name: string) =>
  new URL(`../../../../../tests/support/files/samples/${name}`, import.meta.url);
const put = async (who: Caller, name: string, bytes: Uint8Array) =>
  (
    await who.call(cloud.upload, {
      body: { folder: { id: '' } },
      files: { file: [new File([new Uint8Array(bytes)], name)] },
    })
  ).added[0]!._id;
const read = (who: Caller, id: string) => who.request(cloud.hardFileText, { params: { id } });

/**
 * A Word document whose list of allocation tables (DIFAT, MS-CFB 2.5) says that it has two billion
 * sectors, each of which names itself as the next one. The number makes its bytes unlike others.
 */
async function makeCyclic(number: number): Promise<Buffer> {
  const bytes = Buffer.concat([await readFile(own('word.doc')), Buffer.of(number)]);
  bytes.writeUInt32LE(110, 44);
  bytes.writeUInt32LE(0, 68);
  bytes.writeUInt32LE(0x7fffffff, 72);
  bytes.writeUInt32LE(0, 512 + 508);
  return bytes;
}

test('a crafted document is given up after two seconds, and not tried again for an hour', async () => {
  const first = await put(greedy!, 'a.doc', await makeCyclic(1));
  const begun = performance.now();
  expect((await read(greedy!, first)).status).toBe(415);
  expect(performance.now() - begun).toBeLessThan(patient(4_000));
  const { rows } = await app.server.context.database.pool.query<{ seconds: number }>(
    `select extract(epoch from unreadable_until - now())::int as seconds
     from blobs where unreadable_until is not null`,
  );
  expect(rows).toEqual([{ seconds: expect.closeTo(3_600, -2) as number }]);
  // The same bytes of another member are known too.
  const same = await put(anna!, 'b.doc', await makeCyclic(1));
  const again = performance.now();
  expect((await read(anna!, same)).status).toBe(415);
  expect(performance.now() - again).toBeLessThan(patient(700));
});

test(
  'one member with many crafted documents does not hold the readers',
  async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, at) =>
        put(greedy!, `${at}.doc`, await makeCyclic(10 + at)),
      ),
    );
    const good = await put(anna!, 'правила.docx', await readFile(own('rules.docx')));
    const done: string[] = [];
    const all = ids.map(async (id) => {
      await read(greedy!, id);
      done.push('greedy');
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect((await read(anna!, good)).status).toBe(200);
    expect(done.length).toBeLessThanOrEqual(3);
    await Promise.all(all);
  },
  patient(60_000),
);

test('deeply nested paragraphs are read in linear time', async () => {
  const [depth, empty] = [60_000, 120_000];
  const zip = new ZipFile();
  zip.addBuffer(
    Buffer.from(
      `<w:document><w:body><w:p><w:r><w:t>Привет</w:t></w:r></w:p>${'<w:p>'.repeat(depth)}${'<w:r/>'.repeat(empty)}${'</w:p>'.repeat(depth)}</w:body></w:document>`,
    ),
    'word/document.xml',
  );
  zip.end();
  const bytes = await buffer(zip.outputStream);
  expect(bytes.length).toBeLessThan(20_000);
  const answer = await read(anna!, await put(anna!, 'a.docx', bytes));
  expect(await answer.json()).toEqual({ text: 'Привет', isCut: false });
});
