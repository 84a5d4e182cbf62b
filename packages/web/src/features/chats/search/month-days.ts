/**
 * Returns the days of a month in columns that start on Monday; null is an empty cell before the
 * first day.
 */
export function monthDays(month: Date): (Date | null)[] {
  const [year, at] = [month.getFullYear(), month.getMonth()];
  const before = (new Date(year, at, 1).getDay() + 6) % 7;
  const count = new Date(year, at + 1, 0).getDate();
  return [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: count }, (_, index) => new Date(year, at, index + 1)),
  ];
}
