import { describe, expect, test } from 'vitest';
import { createPortablePaths, portableName } from './zip-names.ts';

describe('a name in an archive', () => {
  test.each([
    ['сохранение.zip', 'сохранение.zip'],
    ['D: сохранения.zip', 'D_ сохранения.zip'],
    ['C:', 'C_'],
    ['a<b>c"d|e?f*g.txt', 'a_b_c_d_e_f_g.txt'],
    ['a\\b', 'a_b'],
    ['a\u0007b\tc', 'a_b_c'],
    ['конец. .', 'конец___'],
    ['..', '__'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1.tar.gz', '_COM1.tar.gz'],
    ['console.log', 'console.log'],
    ['CON .txt', '_CON .txt'],
    ['conin$', '_conin$'],
    [`${'😀'.repeat(118)}.ж`, `${'😀'.repeat(59)}.ж`],
    [`${'я'.repeat(114)}👨‍👩‍👧.zip`, `${'я'.repeat(114)}.zip`],
    ['.gitignore', '.gitignore'],
    ['', '_'],
    ['\ud83d.png', '\ufffd.png'],
    ['фото\u202egnp.exe', 'фотоgnp.exe'],
  ])('%j becomes %j', (name, safe) => {
    expect(portableName(name)).toBe(safe);
  });

  test('stays in its folder and apart from names that become equal to it', () => {
    const portable = createPortablePaths();
    expect(
      [
        'a?/x*.txt',
        'a*/x*.txt',
        'a?/X_.txt',
        'a?/x_.txt',
        'a?/',
        'a?/b/',
        'a?/b/c',
        'b',
        'B',
        '/etc/passwd',
        'x/../y',
      ].map((path) => portable(path)),
    ).toEqual([
      'a_/x_.txt',
      'a_ (2)/x_.txt',
      'a_/X_ (2).txt',
      'a_/x_ (3).txt',
      'a_/',
      'a_/b/',
      'a_/b/c',
      'b',
      'B (2)',
      '_/etc/passwd',
      'x/__/y',
    ]);
  });
});
