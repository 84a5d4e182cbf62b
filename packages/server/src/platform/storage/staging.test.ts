import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sweepStaging } from './staging.ts';
import { openFormServer, part, picturesForm } from '#tests/support/servers/form-server.ts';

const forms = await openFormServer();
const expectEmptyStaging = async () => expect(await readdir(forms.dir)).toEqual([]);

describe('a received form', () => {
  test('has its fields, and its files in number order with names and sizes', async () => {
    const form = new FormData();
    form.append('message', 'Привет, мир');
    for (const i of [10, 2, 0])
      form.append(`image${i}`, new Blob([`n${i}`], { type: 'image/png' }), `кот ${i}.png`);
    form.append('image', new Blob(['plain']), 'x.png');
    expect(await forms.sendForm(form)).toEqual({ status: 200, text: 'ok' });
    expect(forms.last.form?.fields).toEqual(
      Object.assign(Object.create(null), { message: 'Привет, мир' }),
    );
    expect(forms.last.form?.files['image']?.map((file) => file.part)).toEqual([
      'image',
      'image0',
      'image2',
      'image10',
    ]);
    expect(forms.last.contents).toEqual(['plain', 'n0', 'n2', 'n10']);
    expect(forms.last.form?.files['image']?.[1]).toMatchObject({
      filename: 'кот 0.png',
      declaredType: 'image/png',
      bytes: 2,
      slot: 'image',
    });
    expect(forms.last.form?.files['audio']).toEqual([]);
    await expectEmptyStaging();
  });

  test('keeps the order of arrival for files of one part name', async () => {
    const form = picturesForm(5, 10, () => 'image');
    await forms.sendForm(form);
    expect(forms.last.contents?.map((text) => text[0])).toEqual(['0', '1', '2', '3', '4']);
  });

  test('prefers the slot of exactly the part name over the name without digits', async () => {
    forms.limits = {
      files: { file: { count: 1, maxBytes: 10 }, file2: { count: 1, maxBytes: 10 } },
    };
    const form = new FormData();
    form.append('file2', new Blob(['banner']), 'b.png');
    form.append('file', new Blob(['avatar']), 'a.png');
    await forms.sendForm(form);
    expect(forms.last.form?.files['file2']?.[0]?.filename).toBe('b.png');
    expect(forms.last.form?.files['file']?.[0]?.filename).toBe('a.png');
  });

  test("ignores unknown file parts and a browser's empty file input", async () => {
    const answer = await forms.sendParts(
      part('name="else"; filename="x.png"', 'unknown'),
      part('name="image"; filename=""', '', 'application/octet-stream'),
      part('name="audio"; filename="a.mp3"', ''),
    );
    expect(answer.status).toBe(200);
    expect(forms.last.form?.files['image']).toEqual([]);
    expect(forms.last.form?.files['audio']).toMatchObject([{ bytes: 0, filename: 'a.mp3' }]);
    await expectEmptyStaging();
  });

  test('accepts exactly the limit of every kind', async () => {
    forms.limits = {
      files: { image: { count: 5, maxBytes: 1000 } },
      totalBytes: 5000,
      fieldBytes: 8,
    };
    const form = picturesForm(5, 1000);
    form.append('text', '12345678');
    expect((await forms.sendForm(form)).status).toBe(200);
    expect(forms.last.form?.files['image']).toHaveLength(5);
  });
});

describe('malicious names', () => {
  const traps = [
    ['../../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\x.png', 'x.png'],
    ['C:\\\\windows\\\\x.png', 'x.png'],
    ['/etc/x', 'x'],
    ['..', 'file'],
    ['.htaccess', '.htaccess'],
    ['gnp\u202eexe.png', 'gnpexe.png'],
    ['x.png.html', 'x.png.html'],
    ['a%00.png', 'a%00.png'],
  ] as const;
  test.each(traps)('the file name %j is kept as %j and never used on disk', async (input, kept) => {
    expect((await forms.sendParts(part(`name="image"; filename="${input}"`, 'x'))).status).toBe(
      200,
    );
    expect(forms.last.form?.files['image']?.[0]?.filename).toBe(kept);
    expect(forms.last.form?.files['image']?.[0]?.path).toMatch(/[/\\][0-9a-f-]{36}\.part$/);
    await expectEmptyStaging();
  });

  test('300 letters are cut to 120 and the extension stays', async () => {
    await forms.sendParts(part(`name="image"; filename="${'ы'.repeat(300)}.jpeg"`, 'x'));
    const name = forms.last.form?.files['image']?.[0]?.filename ?? '';
    expect([...name]).toHaveLength(120);
    expect(name).toMatch(/ы\.jpeg$/);
  });

  test('__proto__ and constructor as part names affect no prototype and no slot', async () => {
    const answer = await forms.sendParts(
      part('name="__proto__"', 'polluted'),
      part('name="constructor"', 'polluted'),
      part('name="__proto__"; filename="x.png"', 'x'),
      part('name="constructor"; filename="x.png"', 'x'),
      part('name="toString1"; filename="x.png"', 'x'),
      part('name="text"', 'fine'),
    );
    expect(answer.status).toBe(200);
    expect({ ...forms.last.form?.fields }).toEqual({ constructor: 'polluted', text: 'fine' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.values(forms.last.form?.files ?? {}).flat()).toEqual([]);
  });

  test('a part without a name is ignored', async () => {
    expect(
      (await forms.sendParts(part('filename="x.png"', 'x'), part('other="1"', 'x'))).status,
    ).toBe(200);
    expect(Object.keys(forms.last.form?.fields ?? {})).toEqual([]);
  });
});

test('the sweep removes what a crash left, and with an age only what is old', async () => {
  const own = await mkdtemp(join(tmpdir(), 'respa-sweep-'));
  await writeFile(join(own, 'old.part'), 'x');
  await utimes(join(own, 'old.part'), new Date(0), new Date(0));
  await writeFile(join(own, 'fresh.part'), 'x');
  await sweepStaging(own, 60_000);
  expect(await readdir(own)).toEqual(['fresh.part']);
  await sweepStaging(own);
  expect(await readdir(own)).toEqual([]);
  await rm(own, { recursive: true });
  await sweepStaging(own);
  expect(await readdir(own)).toEqual([]);
  await rm(own, { recursive: true });
});
