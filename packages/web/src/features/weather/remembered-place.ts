const KEY = 'respa.weather';

/** Keeps whether there was weather, and where: the next visit leaves room for it, or none. */
export function rememberPlace(city: string | null): void {
  try {
    if (city === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, city);
  } catch {
    // Storage may be denied: then no room is left, and the weather comes as a surprise.
  }
}
/** Whether to expect weather for a city, or for whatever city it turns out to be. */
export function isExpected(city: string | undefined): boolean {
  try {
    const kept = localStorage.getItem(KEY);
    return kept !== null && (city === undefined || kept === city);
  } catch {
    return false;
  }
}
