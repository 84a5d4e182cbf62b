import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { patient } from '../patience.ts';

/** What a member's page needs to have a service worker in a test. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const;
const WAIT = { timeout: patient(15_000) };

/** Waits until the page's service worker has stored what opens offline. */
export const waitForShell = (page: Page): Promise<unknown> =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () =>
            navigator.serviceWorker.controller !== null &&
            // The page is stored after all files of the shell.
            (await caches.match('/services')) !== undefined,
        ),
      WAIT,
    )
    .toBe(true);
/** Returns everything that the browser keeps for reading without a network, as text. */
const readKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('respa.kept')) return '';
    return new Promise<string>((resolve) => {
      const request = indexedDB.open('respa.kept', 1);
      request.onsuccess = () => {
        const database = request.result;
        const all = database.transaction('files').objectStore('files').getAll();
        all.onsuccess = () => {
          database.close();
          resolve(JSON.stringify(all.result));
        };
      };
    });
  });
/** Waits until the browser keeps an answer that contains each text. */
export const waitForKept = async (page: Page, ...texts: string[]): Promise<void> => {
  for (const text of texts) await expect.poll(() => readKept(page), WAIT).toContain(text);
};
/** Returns everything that the browser stores of a member besides localStorage, by name. */
export const listStores = (page: Page): Promise<string[]> =>
  page.evaluate(async () => [
    ...(await indexedDB.databases()).map(({ name }) => name!),
    ...(await caches.keys()),
  ]);
