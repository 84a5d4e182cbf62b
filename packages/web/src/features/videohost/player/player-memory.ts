/** A member's player settings, stored in this browser. */
export type Preference = { volume: number; isMuted: boolean; speed: number; goesOn: boolean };
const KEY = 'respa.player';
const USUAL: Preference = { volume: 1, isMuted: false, speed: 1, goesOn: true };

export function readPreference(): Preference {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preference>;
    const number = (value: unknown, least: number, most: number, otherwise: number) =>
      typeof value === 'number' && value >= least && value <= most ? value : otherwise;
    return {
      volume: number(kept.volume, 0, 1, USUAL.volume),
      speed: number(kept.speed, 0.25, 2, USUAL.speed),
      isMuted: kept.isMuted === true,
      goesOn: kept.goesOn !== false,
    };
  } catch {
    return USUAL;
  }
}
export function keepPreference(change: Partial<Preference>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readPreference(), ...change }));
  } catch {
    // A browser that stores nothing plays as well.
  }
}
