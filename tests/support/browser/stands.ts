import { expect } from 'vitest';
import type { Locator } from '@playwright/test';

/**
 * Waits until an element has kept its position for a while: an element that is redrawn between
 * pointer down and up is not pressed.
 */
export const waitUntilStable = (thing: Locator): Promise<void> =>
  expect
    .poll(() =>
      thing
        .evaluate(async (element) => {
          const place = () => JSON.stringify(element.getBoundingClientRect());
          const before = place();
          for (let frame = 0; frame < 15; frame += 1)
            await new Promise((resolve) => {
              requestAnimationFrame(resolve);
            });
          return element.isConnected && place() === before;
        })
        .catch(() => false),
    )
    .toBe(true);
