/** The documented hours: 5–10 morning, 11–15 day, 16–23 evening, 0–4 night. */
export function greetingOf(now: Date): string {
  const hour = now.getHours();
  if (hour < 5) return 'Доброй ночи';
  if (hour < 11) return 'Доброе утро';
  return hour < 16 ? 'Добрый день' : 'Добрый вечер';
}
