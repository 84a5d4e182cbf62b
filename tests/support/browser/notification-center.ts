import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Worker } from '@playwright/test';
import type { PushSubscriptionInput } from '@respa/contract/push';

/** The part of a service worker's scope that tests use: Node's types do not know it. */
export type WorkerScope = {
  registration: {
    getNotifications(): Promise<{ title: string; body: string; tag: string; close(): void }[]>;
    showNotification(title: string, options: object): Promise<void>;
  };
  dispatchEvent(event: Event): boolean;
};

/**
 * Runs in a page or a worker: gives it the notifications and the subscription that the Chromium of
 * the tests, which has no windows, lacks. Both are the browser's: pages and the worker share them.
 */
function install(own: PushSubscriptionInput | null): void {
  type Kept = { title: string; options: { tag?: string; body?: string; data?: unknown } };
  async function ask<T>(work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('test.browser', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('things');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction('things', 'readwrite');
    const request = work(transaction.objectStore('things'));
    return new Promise((resolve) => {
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
    });
  }
  const SUBSCRIPTION = 'subscription';
  type Subscribed = { keys: PushSubscriptionInput; applicationServerKey: Uint8Array };
  const present = (subscribed: Subscribed | undefined) =>
    subscribed === undefined
      ? null
      : {
          endpoint: subscribed.keys.endpoint,
          options: { applicationServerKey: subscribed.applicationServerKey.buffer },
          toJSON: () => ({ endpoint: subscribed.keys.endpoint, keys: subscribed.keys }),
          unsubscribe: () => ask((store) => store.delete(SUBSCRIPTION)),
        };
  Object.assign(PushManager.prototype, {
    getSubscription: async () =>
      present(await ask<Subscribed | undefined>((store) => store.get(SUBSCRIPTION))),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const subscribed = { keys: own!, applicationServerKey };
      await ask((store) => store.put(subscribed, SUBSCRIPTION));
      return present(subscribed);
    },
  });
  Object.assign(ServiceWorkerRegistration.prototype, {
    showNotification: async (title: string, options: Kept['options'] = {}) => {
      const id = `shown.${options.tag ?? crypto.randomUUID()}`;
      await ask((store) => store.put({ title, options }, id));
    },
    getNotifications: async () => {
      const range = IDBKeyRange.bound('shown.', 'shown/');
      const ids = await ask((store) => store.getAllKeys(range));
      const all = await ask<Kept[]>((store) => store.getAll(range));
      return all.map(({ title, options: { tag = '', body = '', data } }, at) => ({
        title,
        tag,
        body,
        data,
        close: () => void ask((store) => store.delete(ids[at]!)),
      }));
    },
  });
  if (typeof document === 'undefined') {
    // Chromium without windows ends the process of a worker that asks for this.
    Object.assign(Object.getPrototypeOf(navigator) as object, { setAppBadge: async () => {} });
    return;
  }
  Object.defineProperty(Notification, 'permission', {
    get: () => document.documentElement.dataset['permission'] ?? 'granted',
  });
  Notification.requestPermission = async () => {
    document.documentElement.dataset['asked'] = 'true';
    return Notification.permission;
  };
}

/** Gives the pages of a context notifications, and the subscription of a push service of the test. */
export const giveNotifications = (
  context: BrowserContext,
  subscription: PushSubscriptionInput,
): Promise<unknown> => context.addInitScript(install, subscription);

/** Returns a copy of the built site whose worker has notifications, and a function that deletes it. */
export function copySite(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'respa-site-'));
  cpSync(fileURLToPath(new URL('../../../packages/web/dist', import.meta.url)), folder, {
    recursive: true,
  });
  for (const end of ['br', 'gz']) rmSync(join(folder, `sw.js.${end}`), { force: true });
  const file = join(folder, 'sw.js');
  writeFileSync(file, `(${install.toString()})(null);\n${readFileSync(file, 'utf8')}`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Presses a notification or one of its buttons: what a hand does on a device. */
export const press = (
  worker: Worker,
  action: '' | 'reply' | 'read',
  reply: string | null = null,
): Promise<void> =>
  worker.evaluate(
    async ([button, typed]) => {
      const scope = globalThis as unknown as WorkerScope;
      const [notification] = await scope.registration.getNotifications();
      let work: Promise<unknown> = Promise.resolve();
      const event = Object.assign(new Event('notificationclick'), {
        notification,
        action: button,
        reply: typed,
        waitUntil: (promise: Promise<unknown>) => {
          work = promise;
        },
      });
      scope.dispatchEvent(event);
      await work;
    },
    [action, reply] as const,
  );
