import { useEffect } from 'react';

/** Removes the number from the icon of the installed app. */
export const clearBadge = (): void =>
  void (navigator as Partial<Navigator>).clearAppBadge?.().catch(() => {});

/** Shows the number of unread items at the icon of the installed app, in browsers that can. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (count > 0) void (navigator as Partial<Navigator>).setAppBadge?.(count).catch(() => {});
    else clearBadge();
  }, [count]);
  useEffect(() => clearBadge, []);
}
