// A calendar day as people type it (dd.mm.yyyy) and as the contract carries it (yyyy-mm-dd). No
// time zone is ever applied.

export type TypedDay =
  | { iso: string; problem?: undefined }
  | { iso?: undefined; problem: 'empty' | 'incomplete' | 'impossible' };

function isRealDay(year: number, month: number, date: number): boolean {
  if (year < 1900 || month < 1 || month > 12 || date < 1) return false;
  // Day zero of the next month is the last day of this one.
  return date <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Reads a typed date strictly: 31.02.2001 is invalid and never becomes 03.03.2001. */
export function readTypedDay(text: string): TypedDay {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  const match = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(trimmed);
  if (!match) return { problem: 'incomplete' };
  const [, date, month, year] = match;
  if (!isRealDay(Number(year), Number(month), Number(date))) return { problem: 'impossible' };
  return { iso: `${year}-${month}-${date}` };
}

/** '2001-11-05' → '05.11.2001'; anything else → ''. */
export function typeDay(iso: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso ?? '');
  return match ? `${match[3]}.${match[2]}.${match[1]}` : '';
}

/**
 * Inserts the dots during typing: '5.' → '05.', '0511' → '05.11.', '05112001' → '05.11.2001'.
 * Pasted dates in another order are reordered.
 */
export function maskDay(text: string, deleting = false): string {
  const pasted = /^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})/.exec(text);
  if (pasted) return `${pasted[3]?.padStart(2, '0')}.${pasted[2]?.padStart(2, '0')}.${pasted[1]}`;

  const typed = text.replace(/[^\d./\-\s]/g, '');
  // While a character in the middle is deleted, the rest keeps its position.
  if (deleting) return typed;
  // A separator typed after a single digit completes the group: 5. → 05.
  const full = typed.replace(/(^|\D)(\d)(?=\D)/g, '$10$2');
  const digits = full.replace(/\D/g, '').slice(0, 8);
  const groups = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(
    (group) => group !== '',
  );
  const masked = groups.join('.');
  const groupIsFull = digits.length === 2 || digits.length === 4;
  return groupIsFull ? `${masked}.` : masked;
}

/** Returns the whole years between a birth date and a day. */
export function ageOn(birthIso: string, onIso: string): number {
  const years = Number(onIso.slice(0, 4)) - Number(birthIso.slice(0, 4));
  return onIso.slice(5) < birthIso.slice(5) ? years - 1 : years;
}

/** Returns today's date in the user's time zone as yyyy-mm-dd. */
export function today(): string {
  return localDay(new Date());
}
/** Returns the day of a moment in the user's time zone as yyyy-mm-dd. */
export function localDay(now: Date): string {
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
}
