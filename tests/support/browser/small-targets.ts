import type { Page } from '@playwright/test';
import { waitForAnimations } from './audit.ts';

/** In CSS px: the least size of what a finger presses (Apple's guidelines; WCAG 2.5.5). */
const LEAST = 44;
/** The first of equal controls stand for all. */
const SAME = 3;

/**
 * Returns the controls of the current page that a finger would miss: those of which less than 44 ×
 * 44 px react to a press. As in WCAG 2.5.5, links inside running text are exempt, and links to where
 * a large enough one on the page leads too.
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  await waitForAnimations(page);
  return page.evaluate(
    ([least, same]) => {
      const CONTROLS =
        'a[href], button, input:not([type="hidden"], [type="file"]), select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="menuitem"], [role="slider"], [role="checkbox"], [role="radio"]';
      /** A press on any of these does the same as a press on the control. */
      const partsOf = (control: Element): Element[] => [
        control,
        ...((control as HTMLInputElement).labels ?? []),
      ];
      const isInText = (control: Element): boolean =>
        control.tagName === 'A' &&
        getComputedStyle(control).display.startsWith('inline') &&
        Array.from(control.parentElement?.childNodes ?? []).some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
        );
      const isHidden = (control: Element): boolean => {
        const { width, height } = control.getBoundingClientRect();
        return (
          !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
          control.closest('[inert], :disabled') !== null ||
          // Waits outside the window for the focus.
          (getComputedStyle(control).position === 'fixed' &&
            control.getBoundingClientRect().bottom < 0) ||
          width < 2 ||
          height < 2
        );
      };
      /** Measures how far from the middle a press still counts, in one direction. */
      const reach = (control: Element, dx: number, dy: number): number => {
        const box = control.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const own = partsOf(control);
        const href = control.getAttribute('href');
        let far = 0;
        for (; far < least; far += 1) {
          const hit = document.elementFromPoint(x + dx * (far + 0.5), y + dy * (far + 0.5));
          const isOwn = hit !== null && own.some((part) => part.contains(hit));
          if (!isOwn && (href === null || hit?.closest('a')?.getAttribute('href') !== href)) break;
        }
        return far;
      };
      const isLarge = (control: Element): boolean => {
        const box = (control.closest('label') ?? control).getBoundingClientRect();
        if (Math.round(box.width) >= least && Math.round(box.height) >= least) return true;
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const isWide = box.width >= least || reach(control, -1, 0) + reach(control, 1, 0) >= least;
        return (
          isWide && (box.height >= least || reach(control, 0, -1) + reach(control, 0, 1) >= least)
        );
      };
      const controls = [...document.querySelectorAll(CONTROLS)].filter((one) => !isHidden(one));
      const small = controls.filter((control) => !isLarge(control));
      const reached = new Set(
        controls.filter((one) => !small.includes(one)).map((one) => one.getAttribute('href')),
      );
      reached.delete(null);
      const found = new Map<string, string[]>();
      for (const control of small) {
        const isSilent = control.closest('[aria-hidden="true"]') !== null;
        if (isSilent || isInText(control) || reached.has(control.getAttribute('href'))) continue;
        const { width, height } = control.getBoundingClientRect();
        const name =
          control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40) ?? '';
        const kind = `${control.tagName.toLowerCase()}.${control.getAttribute('class') ?? ''}`;
        const lines = found.get(kind) ?? [];
        lines.push(`${kind} «${name}»: ${Math.round(width)} × ${Math.round(height)}`);
        found.set(kind, lines);
      }
      return [...found.values()].flatMap((lines) => lines.slice(0, same));
    },
    [LEAST, SAME] as const,
  );
}
