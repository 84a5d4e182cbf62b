import type { Page } from '@playwright/test';

type Point = { x: number; y: number };

/**
 * Moves one finger over the page: from a point by one distance after another, in steps as a hand
 * does, and lifts it.
 */
export async function swipe(page: Page, from: Point, ...ways: Partial<Point>[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  let { x, y } = from;
  await touch('touchStart', from);
  for (const way of ways)
    for (let step = 0; step < 10; step += 1) {
      x += (way.x ?? 0) / 10;
      y += (way.y ?? 0) / 10;
      await touch('touchMove', { x, y });
    }
  await touch('touchEnd');
  await client.detach();
}
