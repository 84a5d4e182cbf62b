import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox, SEAL_BYTES } from './secret-box.ts';

const plain = Buffer.from('двадцать байт секрета');
test('a sealed secret opens for its owner and with its key only', () => {
  const box = createSecretBox(randomBytes(32));
  const sealed = box.seal(plain, 'anna');
  expect(sealed.length).toBe(plain.length + SEAL_BYTES);
  expect(sealed.includes(plain)).toBe(false);
  expect(box.open(sealed, 'anna')).toEqual(plain);
  expect(() => box.open(sealed, 'boris')).toThrow(/unable to authenticate/);
  expect(() => createSecretBox(randomBytes(32)).open(sealed, 'anna')).toThrow(
    /unable to authenticate/,
  );
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  expect(() => box.open(changed, 'anna')).toThrow(/unable to authenticate/);
});
test('a sealed secret with a part of its tag does not open', () => {
  const box = createSecretBox(randomBytes(32));
  const sealed = box.seal(Buffer.alloc(0), 'анна');
  expect(box.open(sealed, 'анна')).toHaveLength(0);
  for (const bytes of [0, 4, 8, 12, 15])
    expect(() => box.open(sealed.subarray(0, 12 + bytes), 'анна')).toThrow(/tag/);
});

test('the same secret is sealed differently each time', () => {
  const box = createSecretBox(randomBytes(32));
  expect(box.seal(plain, 'anna')).not.toEqual(box.seal(plain, 'anna'));
});
