import { afterEach, expect, test, vi } from 'vitest';
import { takeEarly } from './early.ts';

const answer = Promise.resolve({ status: 200, text: '{}', header: () => null });
const ask = (): void => {
  globalThis.respaEarly = { userId: 'anna', answers: { '/api/friendsnews': answer } };
};
afterEach(() => {
  vi.restoreAllMocks();
  globalThis.respaEarly = undefined;
});

test('an early response is used once, by its own member', () => {
  expect(takeEarly('/api/friendsnews', 'anna')).toBeUndefined();
  ask();
  vi.spyOn(performance, 'now').mockReturnValue(3_000);
  expect(takeEarly('/api/friendsnews', 'boris')).toBeUndefined();
  expect(takeEarly('/api/user-by-token', 'anna')).toBeUndefined();
  expect(takeEarly('/api/friendsnews', 'anna')).toBe(answer);
  expect(takeEarly('/api/friendsnews', 'anna')).toBeUndefined();
});
test('requests again when the early response has waited too long', () => {
  ask();
  vi.spyOn(performance, 'now').mockReturnValue(15_001);
  expect(takeEarly('/api/friendsnews', 'anna')).toBeUndefined();
});
