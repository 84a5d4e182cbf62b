// The theme of this browser: dark, light, or the system setting, which also holds until a choice is
// made. The script in index.html applies it before the first paint.
import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'dark' | 'light' | 'system';
export type Theme = 'dark' | 'light';

const KEY = 'theme';
const BAR = { dark: '#0e1014', light: '#f1f3ee' } as const;
const listeners = new Set<() => void>();
let kept: ThemeChoice | undefined;

const prefersLight = () => window.matchMedia('(prefers-color-scheme: light)');

export function readThemeChoice(): ThemeChoice {
  if (kept) return kept;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    // Storage may be denied. The choice then lives as long as the page.
  }
  kept = stored === 'light' || stored === 'dark' ? stored : 'system';
  return kept;
}

export function resolveTheme(choice: ThemeChoice = readThemeChoice()): Theme {
  if (choice === 'system') return prefersLight().matches ? 'light' : 'dark';
  return choice;
}

export function chooseTheme(choice: ThemeChoice): void {
  kept = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // See above.
  }
  announce();
}

function announce(): void {
  applyTheme();
  for (const listener of listeners) listener();
}

function applyTheme(): void {
  const theme = resolveTheme();
  document.documentElement.setAttribute('data-mantine-color-scheme', theme);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR[theme]);
}

/**
 * Applies the theme and keeps it in sync with the system and with other tabs. Called once, at the
 * start.
 */
export function startTheme(): void {
  applyTheme();
  prefersLight().addEventListener('change', announce);
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    kept = undefined;
    announce();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readThemeChoice, () => 'system');
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, resolveTheme, () => 'dark');
}
