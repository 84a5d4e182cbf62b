import { expect } from 'vitest';
import type { Locator, Page } from '@playwright/test';

/** How a member uses a page: with fingers only, or with the keyboard only. */
export type Hands = {
  page: Page;
  /** Presses a control, when it has appeared. */
  press(control: Locator): Promise<void>;
  /** Writes into a field, in place of what is there. */
  write(field: Locator, text: string): Promise<void>;
};

/** Taps, as on a phone. The on-screen keyboard types. */
export const makeTouch = (page: Page): Hands => ({
  page,
  press: (control) => control.tap(),
  async write(field, text) {
    await field.tap();
    await page.keyboard.insertText(text);
  },
});

/** The most stops of the Tab key on the way to a control. */
const MOST_STOPS = 150;
const hasFocus = (control: Locator) =>
  control.evaluate((element) => element === document.activeElement);

/** Moves with Tab and presses with Enter, as without a mouse. */
export function makeKeyboard(page: Page): Hands {
  const reach = async (control: Locator): Promise<void> => {
    await control.waitFor();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await hasFocus(control)) return;
      await page.keyboard.press('Tab');
    }
    expect(await hasFocus(control), `Tab never reaches ${String(control)}`).toBe(true);
  };
  return {
    page,
    async press(control) {
      await reach(control);
      await page.keyboard.press('Enter');
    },
    async write(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
  };
}
