import { DAY_MS } from '@respa/contract/durations';
import { describe, expect, it } from 'vitest';
import { ageOn, maskDay, readTypedDay, localDay, typeDay } from './calendar-day.ts';

describe('readTypedDay', () => {
  it('reads the day before the month and never swaps them', () => {
    expect(readTypedDay('05.11.2001')).toEqual({ iso: '2001-11-05' });
    expect(readTypedDay(' 11.05.2001 ')).toEqual({ iso: '2001-05-11' });
  });

  it('refuses dates that do not exist', () => {
    for (const text of [
      '31.02.2001',
      '29.02.2001',
      '29.02.1900',
      '31.04.2001',
      '00.01.2001',
      '32.01.2001',
      '01.13.2001',
      '01.00.2001',
      '01.01.1899',
      '01.01.0000',
    ]) {
      expect(readTypedDay(text), text).toEqual({ problem: 'impossible' });
    }
  });

  it('knows leap years', () => {
    expect(readTypedDay('29.02.2000').iso).toBe('2000-02-29');
    expect(readTypedDay('29.02.2024').iso).toBe('2024-02-29');
  });

  it('distinguishes empty from incomplete input', () => {
    expect(readTypedDay('  ')).toEqual({ problem: 'empty' });
    for (const text of ['05', '05.11.', '5.11.2001', '05.11.01', '05/11/2001', 'вчера'])
      expect(readTypedDay(text), text).toEqual({ problem: 'incomplete' });
  });

  it('reads back every date that it formats', () => {
    for (let step = 0; step < 46_000; step += 37) {
      const iso = new Date(Date.UTC(1900, 0, 1) + step * DAY_MS).toISOString().slice(0, 10);
      expect(readTypedDay(typeDay(iso)).iso).toBe(iso);
    }
  });
});

describe('maskDay', () => {
  it('inserts the dots during typing', () => {
    let text = '';
    for (const key of '05112001') text = maskDay(text + key);
    expect(text).toBe('05.11.2001');
  });

  it('keeps the other digits when a middle digit is deleted and retyped', () => {
    expect(maskDay('05.1.2001', true)).toBe('05.1.2001');
    expect(maskDay('05.12.2001')).toBe('05.12.2001');
  });

  it('accepts typed dots and pads single digits', () => {
    expect(maskDay('5.')).toBe('05.');
    expect(maskDay('05.1.')).toBe('05.01.');
    expect(maskDay('05..')).toBe('05.');
  });

  it('lets dots be deleted', () => {
    expect(maskDay('05.1', true)).toBe('05.1');
    expect(maskDay('05.', true)).toBe('05.');
    expect(maskDay('05..2001', true)).toBe('05..2001');
    expect(maskDay('05', true)).toBe('05');
    expect(maskDay('', true)).toBe('');
  });

  it('reorders pasted dates', () => {
    expect(maskDay('2001-11-05')).toBe('05.11.2001');
    expect(maskDay('2001-11-05T10:00:00Z')).toBe('05.11.2001');
    expect(maskDay('5.11.2001')).toBe('05.11.2001');
    expect(maskDay('5/1/2001')).toBe('05.01.2001');
  });

  it('drops letters and everything after eight digits', () => {
    expect(maskDay('0a5b.1c1.20019')).toBe('05.11.2001');
  });
});

describe('ageOn and today', () => {
  it('a year counts from the birthday on', () => {
    expect(ageOn('2001-11-05', '2025-11-04')).toBe(23);
    expect(ageOn('2001-11-05', '2025-11-05')).toBe(24);
    expect(ageOn('2004-02-29', '2025-02-28')).toBe(20);
  });

  it("today is in the user's time zone", () => {
    expect(localDay(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
  });
});
