import { describe, expect, it } from 'vitest';
import { isAccepted, PICTURES, sortFiles } from './picked-files.ts';

const file = (name: string, type: string, size = 100) => ({ name, type, size });
const jpg = file('a.jpg', 'image/jpeg');

describe('isAccepted', () => {
  it('by type, by kind and by ending', () => {
    expect(isAccepted(jpg, PICTURES)).toBe(true);
    expect(isAccepted(file('a.mp4', 'video/mp4'), PICTURES)).toBe(false);
    expect(isAccepted(file('a.mp4', 'video/mp4'), ['video/*'])).toBe(true);
    expect(isAccepted(file('GAME.APK', ''), ['.apk'])).toBe(true);
    expect(isAccepted(file('game.apk.exe', ''), ['.apk'])).toBe(false);
  });
});

describe('sortFiles', () => {
  const rules = { accept: PICTURES, limit: 5, maxBytes: 1000 };

  it('takes what fits', () => {
    expect(sortFiles([jpg, jpg], 3, rules).fit).toHaveLength(2);
  });

  it('takes nothing of a choice that passes the limit', () => {
    const { fit, refused } = sortFiles([jpg, jpg, jpg], 3, rules);
    expect(fit).toHaveLength(0);
    expect(refused.count).toHaveLength(3);
  });

  it('wrong types and large files do not count towards the limit', () => {
    const { fit, refused } = sortFiles(
      [jpg, file('b.txt', 'text/plain'), file('c.jpg', 'image/jpeg', 2000)],
      4,
      rules,
    );
    expect(fit).toEqual([jpg]);
    expect(refused.type).toHaveLength(1);
    expect(refused.size).toHaveLength(1);
  });

  it('a single one is replaced', () => {
    expect(sortFiles([jpg], 1, { ...rules, limit: 1 }).fit).toHaveLength(1);
    expect(sortFiles([jpg, jpg], 0, { ...rules, limit: 1 }).refused.count).toHaveLength(2);
  });
});
