import { expect, test } from 'vitest';
import { byDays, placeOf, type Notice } from './words.ts';

test('links a takedown notification to support and every other one to its subject', () => {
  const notice = { from: 'я', postType: null, postID: null } as unknown as Notice;
  expect([
    placeOf({ ...notice, type: 'takedown' }),
    placeOf({ ...notice, type: 'device' }),
    placeOf({ ...notice, type: 'visit' }),
    placeOf({ ...notice, type: 'like', postType: 'video', postID: 'ф' }),
    placeOf({ ...notice, type: 'file', postType: 'cloud/file', postID: 'ф' }),
  ]).toEqual(['/support', '/settings/security', '/user/я', '/videohost/video/ф', '/cloud/file/ф']);
});
test('separates days in the order of the list', () => {
  const at = (day: number, hour: number) =>
    ({ date: new Date(2026, 10, day, hour).toISOString() }) as Notice;
  const [a, b, c] = [at(24, 1), at(23, 23), at(23, 0)];
  expect(byDays([a, b, c])).toEqual([
    { day: a.date, notices: [a] },
    { day: b.date, notices: [b, c] },
  ]);
  expect(byDays([])).toEqual([]);
});
