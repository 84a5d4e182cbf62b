import { describe, expect, test } from 'vitest';
import { readSharedForm } from './shared-form.ts';

const formOf = (texts: Record<string, string>, files: readonly File[] = []) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  for (const file of files) form.append('files', file);
  return form;
};
const fileOf = (name: string, size = 3) => {
  const file = new File(['абв'], name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

describe('what another program shares', () => {
  test('keeps its whole text, and names what it repeats once', () => {
    const long = 'ё😀'.repeat(8_000);
    expect(readSharedForm(formOf({ title: 'Заметка', text: long }), 1)).toMatchObject({
      text: `Заметка\n${long}`,
      isCut: false,
      left: 0,
      at: 1,
    });
    expect(
      readSharedForm(formOf({ text: 'Смотри https://a.ru', url: 'https://a.ru' }), 1).text,
    ).toBe('Смотри https://a.ru');
  });
  test('says that a text beyond all limits was cut, and cuts it between characters', () => {
    const { text, isCut } = readSharedForm(formOf({ text: `a${'😀'.repeat(60_000)}` }), 1);
    expect(isCut).toBe(true);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(/😀$/u);
  });
  test('counts the files that it leaves out, and takes a small one behind a large one', () => {
    const many = Array.from({ length: 12 }, (_, at) => fileOf(`${at}.png`));
    expect(readSharedForm(formOf({}, many), 1)).toMatchObject({ left: 2 });
    const mixed = [
      fileOf('a.png'),
      fileOf('film.mp4', 2 ** 30),
      fileOf('b.png'),
      fileOf('empty.txt', 0),
    ];
    const { files, left } = readSharedForm(formOf({}, mixed), 1);
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(left).toBe(2);
  });
});
