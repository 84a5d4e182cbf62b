import { describe, expect, test } from 'vitest';
import { checkCode } from './byte-ranges.ts';

const changedAt = new Date('2026-03-01T12:00:00.700Z');
const version = { bytes: 1000, etag: '"rs-abc"', changedAt };
const date = 'Sun, 01 Mar 2026 12:00:00 GMT';
const part = (start: number, end: number) => ({ status: 206, start, end });
const WHOLE = { status: 200 };
const SAME = { status: 304 };
const NONE = { status: 416 };

describe('Ranges', () => {
  test.each([
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-', part(0, 999)],
    ['bytes=500-', part(500, 999)],
    ['bytes=0-499', part(0, 499)],
    ['bytes=999-999', part(999, 999)],
    ['bytes=0-5000', part(0, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-1000', part(0, 999)],
    ['bytes=-5000', part(0, 999)],
    ['Bytes= 1-2 ', part(1, 2)],
    ['bytes=1000-', NONE],
    ['bytes=1000-1001', NONE],
    ['bytes=-0', NONE],
    ['bytes=999999999999999-', NONE],
    ['bytes=5-4', WHOLE],
    ['bytes=-', WHOLE],
    ['bytes=', WHOLE],
    ['bytes=a-b', WHOLE],
    ['items=0-1', WHOLE],
    ['bytes=0-1,5-6', WHOLE],
    ['bytes=0-1,', WHOLE],
    ['bytes=--1', WHOLE],
    ['bytes=0-9999999999999999999', WHOLE],
    ['bytes=1.5-2', WHOLE],
    ['', WHOLE],
  ])('Range %j', (range, verdict) => {
    expect(checkCode({ range }, version, false)).toEqual(verdict);
  });
  test('HEAD gets the whole file; an empty file has no range', () => {
    expect(checkCode({ range: 'bytes=0-1' }, version, true)).toEqual(WHOLE);
    expect(checkCode({ range: 'bytes=0-' }, { ...version, bytes: 0 }, false)).toEqual(NONE);
    expect(checkCode({ range: 'bytes=-1' }, { ...version, bytes: 0 }, false)).toEqual(NONE);
  });
  test.each([
    ['"rs-abc"', part(0, 1)],
    [date, part(0, 1)],
    ['"other"', WHOLE],
    ['W/"rs-abc"', WHOLE],
    ['Sun, 01 Mar 2026 12:00:01 GMT', WHOLE],
    ['Sun, 01 Mar 2026 11:59:59 GMT', WHOLE],
    ['nonsense', WHOLE],
    ['', WHOLE],
  ])('If-Range %j', (ifRange, verdict) => {
    expect(checkCode({ range: 'bytes=0-1', 'if-range': ifRange }, version, false)).toEqual(verdict);
  });
});

describe('Conditions', () => {
  test.each([
    ['"rs-abc"', SAME],
    ['W/"rs-abc"', SAME],
    ['"x", "rs-abc"', SAME],
    ['*', SAME],
    ['"x"', WHOLE],
    ['"x", "y"', WHOLE],
    ['rs-abc', WHOLE],
    ['', WHOLE],
  ])('If-None-Match %j', (tag, verdict) => {
    expect(checkCode({ 'if-none-match': tag }, version, false)).toEqual(verdict);
    expect(checkCode({ 'if-none-match': tag }, version, true)).toEqual(verdict);
  });
  test.each([
    [date, SAME],
    ['Sun, 01 Mar 2026 12:00:01 GMT', SAME],
    ['Sun, 01 Mar 2026 11:59:59 GMT', WHOLE],
    ['nonsense', WHOLE],
  ])('If-Modified-Since %j', (since, verdict) => {
    expect(checkCode({ 'if-modified-since': since }, version, false)).toEqual(verdict);
  });
  test('a tag takes precedence over a date, and a condition over a range', () => {
    expect(
      checkCode({ 'if-none-match': '"x"', 'if-modified-since': date }, version, false),
    ).toEqual(WHOLE);
    expect(checkCode({ 'if-none-match': '"rs-abc"', range: 'bytes=0-1' }, version, false)).toEqual(
      SAME,
    );
    expect(checkCode({ 'if-none-match': '"x"', range: 'bytes=0-1' }, version, false)).toEqual(
      part(0, 1),
    );
  });
});
