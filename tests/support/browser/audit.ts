import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// The first rows of a list stand for all.
const REPEATED = ['main li:nth-of-type(n + 5)', 'main article:nth-of-type(n + 4)'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until colours and positions stop changing. Endless animations are ignored. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => resolve());
      });
    const isMoving = () =>
      document
        .getAnimations()
        .some(
          (one) =>
            one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity,
        );
    const ends = performance.now() + 3_000;
    // An opened element starts to move a few frames after it is in the page.
    for (let still = 0; still < 5 && performance.now() < ends; still = isMoving() ? 0 : still + 1)
      await frame();
  });
}
/**
 * Returns axe's findings in the current page, a line per rule. `contrast` checks only the colours,
 * `within` only one part.
 */
export async function audit(
  page: Page,
  scope: 'all' | 'contrast' = 'all',
  within?: string,
): Promise<string[]> {
  await waitForAnimations(page);
  // By the browser protocol, not by a script element: the page's policy forbids those, and stays in
  // force.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([tags, repeated, only, part]) => {
      const { violations } = await window.axe.run(
        part === undefined ? { exclude: repeated } : { include: part },
        {
          preload: false,
          resultTypes: ['violations'],
          runOnly:
            only === 'contrast'
              ? { type: 'rule', values: ['color-contrast'] }
              : { type: 'tag', values: tags },
        },
      );
      return violations.map(
        ({ impact, id, nodes }) =>
          `${impact} ${id}: ${nodes
            .slice(0, 3)
            .map(
              (node) =>
                `${node.target.join(' ')} (${node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? ''})`,
            )
            .join(' | ')}${nodes.length > 3 ? ` и ещё ${nodes.length - 3}` : ''}`,
      );
    },
    [TAGS, REPEATED, scope, within] as const,
  );
}
/** Checks that the page has its one heading, its title and its landmarks. */
export async function checkFrame(page: Page, hasNavigation: boolean): Promise<string[]> {
  return page.evaluate((needsNavigation) => {
    const seen = (selector: string) =>
      Array.from(document.querySelectorAll(selector)).filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const wrong: string[] = [];
    if (seen('h1').length !== 1) wrong.push(`заголовков h1: ${seen('h1').length}`);
    if (seen('h1').some((element) => element.textContent?.trim() === '')) wrong.push('пустой h1');
    if (!/^(\(\d+\+?\) )?\S.* — Респа$|^Респа — /.test(document.title))
      wrong.push(`название окна «${document.title}»`);
    if (seen('main').length !== 1) wrong.push(`main: ${seen('main').length}`);
    const page = Math.round(document.body.getBoundingClientRect().width);
    if (document.documentElement.scrollWidth > page)
      wrong.push(`шире экрана: ${document.documentElement.scrollWidth} > ${page}`);
    if (needsNavigation && seen('nav').length === 0) wrong.push('нет nav');
    return wrong;
  }, hasNavigation);
}
/** Moves the focus with Tab. Returns the stops without a visible focus indicator. */
export async function findUnseenFocus(page: Page, stops: number): Promise<string[]> {
  const unseen: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    await waitForAnimations(page);
    const wrong = await page.evaluate(async () => {
      const element = document.activeElement as HTMLElement;
      const name = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30) ?? ''}`;
      // After the last stop, the focus moves to the browser's own toolbars.
      if (element === document.body) return 'конец';
      const box = element.getBoundingClientRect();
      if (
        box.width < 2 ||
        box.bottom <= 0 ||
        box.top >= innerHeight ||
        box.right <= 0 ||
        box.left >= innerWidth
      )
        return `${name}: за краем экрана`;
      // The ring is on the control or on its frame: both must look different without the focus.
      const look = () =>
        [element, element.parentElement!]
          .map((one) => {
            const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } =
              getComputedStyle(one);
            return [
              outlineStyle === 'none' || outlineWidth === '0px'
                ? ''
                : `${outlineWidth} ${outlineColor}`,
              boxShadow,
              borderColor,
            ].join();
          })
          .join(';');
      const focused = look();
      const frame = () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => resolve());
        });
      element.blur();
      await frame();
      await frame();
      const calm = look();
      element.focus({ preventScroll: true });
      return focused === calm ? `${name}: кольца не видно` : '';
    });
    if (wrong === 'конец') return stop === 0 ? ['ни одной остановки'] : unseen;
    if (wrong !== '') unseen.push(wrong);
  }
  return unseen;
}
