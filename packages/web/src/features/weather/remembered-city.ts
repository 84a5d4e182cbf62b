const KEY = 'respa.weather';

/**
 * Stores whether weather was shown, and for which city: the next visit reserves space for it, or
 * none.
 */
export function rememberCity(city: string | null): void {
  try {
    if (city === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, city);
  } catch {
    // Storage may be denied. Then no space is reserved, and the weather moves the page when it
    // loads.
  }
}
/**
 * Returns whether to expect weather for a city, or for an unknown one while `city` is undefined.
 */
export function isExpected(city: string | undefined): boolean {
  try {
    const kept = localStorage.getItem(KEY);
    return kept !== null && (city === undefined || kept === city);
  } catch {
    return false;
  }
}
