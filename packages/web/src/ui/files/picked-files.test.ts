import { describe, expect, it } from 'vitest';
import { isAccepted, PICTURES, sortFiles } from './picked-files.ts';

const file = (name: string, type: string, size = 100) => ({ name, type, size });
const jpg = file('a.jpg', 'image/jpeg');

describe('isAccepted', () => {
  it('accepts by MIME type, by wildcard type and by extension', () => {
    expect(isAccepted(jpg, PICTURES)).toBe(true);
    expect(isAccepted(file('a.mp4', 'video/mp4'), PICTURES)).toBe(false);
    expect(isAccepted(file('a.mp4', 'video/mp4'), ['video/*'])).toBe(true);
    expect(isAccepted(file('GAME.APK', ''), ['.apk'])).toBe(true);
    expect(isAccepted(file('game.apk.exe', ''), ['.apk'])).toBe(false);
  });
});

describe('sortFiles', () => {
  const rules = { accept: PICTURES, limit: 5, maxBytes: 1000 };

  it('accepts files within the limit', () => {
    expect(sortFiles([jpg, jpg], 3, rules).fit).toHaveLength(2);
  });

  it('refuses the whole selection when it exceeds the limit', () => {
    const { fit, refused } = sortFiles([jpg, jpg, jpg], 3, rules);
    expect(fit).toHaveLength(0);
    expect(refused.count).toHaveLength(3);
  });

  it('does not count wrong types and large files towards the limit', () => {
    const { fit, refused } = sortFiles(
      [jpg, file('b.txt', 'text/plain'), file('c.jpg', 'image/jpeg', 2000)],
      4,
      rules,
    );
    expect(fit).toEqual([jpg]);
    expect(refused.type).toHaveLength(1);
    expect(refused.size).toHaveLength(1);
  });

  it('replaces the file when the limit is one', () => {
    expect(sortFiles([jpg], 1, { ...rules, limit: 1 }).fit).toHaveLength(1);
    expect(sortFiles([jpg, jpg], 0, { ...rules, limit: 1 }).refused.count).toHaveLength(2);
  });
});
