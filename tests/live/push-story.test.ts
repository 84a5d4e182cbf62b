import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CDPSession, Page, Worker } from '@playwright/test';
import * as chats from '@respa/contract/chats';
import * as push from '@respa/contract/push';
import { makeSafePost } from '../../packages/server/src/platform/http/safe-post.ts';
import { flushRooms } from '../../packages/server/src/features/push/service.ts';
import { audit } from '../support/browser/audit.ts';
import { bubble, field, goTo, log, write } from '../support/browser/dialog-page.ts';
import {
  copySite,
  giveNotifications,
  press,
  type WorkerScope,
} from '../support/browser/notification-center.ts';
import { waitForShell, WITH_WORKER } from '../support/browser/service-worker.ts';
import { closeBrowser } from '../support/browser/shared-browser.ts';
import { isBrowserHere, keepSession, World } from '../support/browser/world.ts';
import { signIn, startTestApp, type Caller, type TestApp } from '../support/driver.ts';
import { readRoom, roomOf, sendMessage } from '../support/members/conversations.ts';
import { patient } from '../support/patience.ts';
import { startPushService, type PushService } from '../support/servers/push-service.ts';

let app: TestApp;
let site: ReturnType<typeof copySite>;
let service: PushService;
let world: World;
let [anna, boris]: Caller[] = [];
let room: string;
let name: string;
let subscription: push.PushSubscriptionInput;
let count = 0;
const WAIT = { timeout: patient(15_000) };

type Shown = { title: string; body: string; tag: string };
type Device = { page: Page; keeper: Page; worker: Worker; cdp: CDPSession };

/** Opens a signed-in browser whose push service is ours, with another page that stays open. */
async function open(path: string): Promise<Device> {
  const context = await world.newContext(WITH_WORKER);
  await keepSession(context, boris!);
  await giveNotifications(context, subscription);
  const keeper = await context.newPage();
  const page = await context.newPage();
  await page.goto(path);
  await waitForShell(page);
  const worker = context.serviceWorkers()[0]!;
  return { page, keeper, worker, cdp: await context.newCDPSession(keeper) };
}
/** Opens a browser in whose settings notifications have been turned on. */
async function openEnabled(): Promise<Device> {
  const device = await open('/settings/notifications');
  const box = device.page.getByRole('switch', { name: 'Уведомления на этом устройстве' });
  expect(await box.isChecked()).toBe(false);
  await box.click();
  await expect.poll(() => devices(), WAIT).toHaveLength(1);
  await expect.poll(() => box.isChecked(), WAIT).toBe(true);
  return device;
}
const devices = async () => (await boris!.call(push.overview)).devices;

/** Hands what the push service was given for the device to its worker. Returns the payload. */
async function deliver(device: Device): Promise<push.PushPayload> {
  await flushRooms(app.server.context);
  const { payload } = (await service.take(name)).at(-1)!;
  await deliverText(device, JSON.stringify(payload));
  service.clear();
  return payload;
}
async function deliverText({ cdp }: Device, data: string): Promise<void> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await found;
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId, data });
  await cdp.send('ServiceWorker.disable');
}
const shown = ({ worker }: Device): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    }));
  });
const newest = async (who: Caller) => {
  const { messages } = await who.call(chats.messages, {
    params: { page: 1, offset: 0 },
    query: { room },
  });
  return messages.at(-1)!;
};

describe.skipIf(!isBrowserHere)('notifications on a device', () => {
  beforeAll(async () => {
    site = copySite();
    app = await startTestApp({ PUSH: 'on' }, site.folder);
    world = World.at(app.url);
    service = await startPushService();
    Object.assign(app.server.context.push, {
      post: makeSafePost((address) => address === '127.0.0.1'),
      schemes: ['http:'],
    });
  });
  beforeEach(async () => {
    service.clear();
    name = `device${(count += 1)}`;
    subscription = service.subscribe(name);
    [anna, boris] = [await app.join('Анна', 'Ветрова'), await app.join('Борис', 'Лунёв')];
    room = await roomOf(anna, boris);
  });
  afterEach(() => world.closeContexts());
  afterAll(async () => {
    await world?.close();
    await closeBrowser();
    app?.server.context.push.post.close();
    await service?.stop();
    await app?.stop();
    site?.remove();
  });

  test('a message reaches a closed tab as a notification and is answered from it', async () => {
    const device = await openEnabled();
    await device.page.close();
    await sendMessage(anna!, room, 'Идём в рейд?');
    await deliver(device);
    await expect
      .poll(() => shown(device), WAIT)
      .toEqual([{ title: 'Анна Ветрова', body: 'Идём в рейд?', tag: `room:${room}` }]);
    await sendMessage(anna!, room, 'Ну что?');
    await deliver(device);
    await expect
      .poll(() => shown(device), WAIT)
      .toEqual([
        {
          title: 'Анна Ветрова',
          body: 'Ну что?\nЕщё 1\u00a0непрочитанное сообщение',
          tag: `room:${room}`,
        },
      ]);
    await press(device.worker, 'reply', 'Иду!');
    expect(await newest(anna!)).toMatchObject({ message: 'Иду!' });
    expect(await shown(device)).toEqual([]);
    expect((await boris!.call(chats.unread)).count).toBe(0);

    await sendMessage(anna!, room, 'Ждём.');
    await deliver(device);
    await expect.poll(() => shown(device), WAIT).toHaveLength(1);
    expect((await boris!.call(chats.unread)).count).toBe(1);
    await press(device.worker, 'read');
    expect((await boris!.call(chats.unread)).count).toBe(0);

    // A member who hides the content: neither the name nor the text is sent or shown.
    const { settings } = await boris!.call(push.overview);
    await boris!.call(push.setSettings, { body: { ...settings, isContentHidden: true } });
    await sendMessage(anna!, room, 'Тайна.');
    const payload = JSON.stringify(await deliver(device));
    await expect
      .poll(() => shown(device), WAIT)
      .toEqual([{ title: 'Новое сообщение', body: '', tag: 'room' }]);
    expect(payload).not.toMatch(/Тайна|Анна|Ветрова/);
    // What cannot be read is a notification too.
    await deliverText(device, '{"kind":');
    await expect
      .poll(async () => (await shown(device)).map(({ title }) => title), WAIT)
      .toContain('Новое уведомление');
  });

  test('a reply whose answer is lost is sent once, and does not wait in the composer', async () => {
    const device = await openEnabled();
    await device.page.close();
    await sendMessage(anna!, room, 'Ты с нами?');
    await deliver(device);
    await expect.poll(() => shown(device), WAIT).toHaveLength(1);
    await device.worker.evaluate(() => {
      const real = fetch;
      globalThis.fetch = async (...call) => {
        await real(...call);
        globalThis.fetch = real;
        throw new TypeError('the answer is lost');
      };
    });
    await press(device.worker, 'reply', 'С вами');
    expect(await shown(device)).toEqual([]);
    const { messages } = await anna!.call(chats.messages, {
      params: { page: 1, offset: 0 },
      query: { room },
    });
    expect(messages.filter(({ message }) => message === 'С вами')).toHaveLength(1);
    const page = await device.keeper.context().newPage();
    await goTo(page, room);
    await bubble(page, 'С вами').waitFor();
    expect(await field(page).inputValue()).toBe('');
  });

  test('a reply that the server refuses waits in the composer of its room', async () => {
    const device = await openEnabled();
    await device.page.close();
    await sendMessage(anna!, room, 'Ответишь?');
    await deliver(device);
    await expect.poll(() => shown(device), WAIT).toHaveLength(1);
    await boris!.call(push.unsubscribe, { params: { id: (await devices())[0]!._id } });
    await press(device.worker, 'reply', 'Отвечу завтра');
    expect(await shown(device)).toMatchObject([
      { title: 'Ответ не отправлен', tag: `room:${room}` },
    ]);
    expect((await newest(anna!)).message).toBe('Ответишь?');
    const page = await device.keeper.context().newPage();
    await goTo(page, room);
    await expect.poll(() => field(page).inputValue(), WAIT).toBe('Отвечу завтра');
    // Reading the room closes what this device shows of it.
    await expect.poll(() => shown(device), WAIT).toEqual([]);
  });

  test('an open tab shows the news itself, goes where a notification leads, and leaves nothing behind', async () => {
    const device = await openEnabled();
    const { page, worker } = device;
    await page.evaluate(() => {
      document.documentElement.dataset['mark'] = 'same';
    });
    // The visible tab answers, so the device stays silent.
    const answer = page.waitForResponse('**/api/push/shown');
    await sendMessage(anna!, room, 'Видно?');
    await flushRooms(app.server.context);
    expect((await answer).status()).toBe(200);
    await expect
      .poll(async () => {
        const { rows } = await app.server.context.database.pool.query(
          `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'push.room'`,
        );
        return rows[0].count as number;
      }, WAIT)
      .toBe(0);
    expect(service.delivered).toEqual([]);

    // A notification from before leads to its conversation without a reload.
    const path = `/messages/${room}`;
    await worker.evaluate(
      ([where, tag]) =>
        (globalThis as unknown as WorkerScope).registration.showNotification('Анна', {
          tag: tag!,
          data: { path: where },
        }),
      [path, `room:${room}`],
    );
    await press(device.worker, '');
    await page.waitForURL(`**${path}`);
    await bubble(page, 'Видно?').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['mark'])).toBe('same');

    // «Ответить» without a field in the notification opens the composer.
    await page.getByRole('link', { name: 'Главная' }).first().click();
    await page.waitForURL('**/home');
    await worker.evaluate(
      ([where]) =>
        (globalThis as unknown as WorkerScope).registration.showNotification('Анна', {
          data: { path: where, token: 'x' },
        }),
      [path],
    );
    await press(device.worker, 'reply');
    await page.waitForURL(`**${path}`);
    await expect
      .poll(() => field(page).evaluate((area) => area.matches(':focus')), WAIT)
      .toBe(true);

    // Nothing of the member stays after the sign-out.
    await worker.evaluate(() =>
      (globalThis as unknown as WorkerScope).registration.showNotification('Анна', {
        body: 'Видно?',
      }),
    );
    const isSubscribed = () =>
      page.evaluate(async () => {
        const { pushManager } = (await navigator.serviceWorker.getRegistration())!;
        return (await pushManager.getSubscription()) !== null;
      });
    expect(await isSubscribed()).toBe(true);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('**/greeting');
    await expect.poll(() => shown(device), WAIT).toEqual([]);
    await expect.poll(isSubscribed, WAIT).toBe(false);
    const left = await app.server.context.database.pool.query(
      'select 1 from push_devices where user_id = $1',
      [boris!.id],
    );
    expect(left.rows).toEqual([]);
  });

  test('the member is asked after the first sent message, once, and never on arrival', async () => {
    const { page } = await open(`/messages/${room}`);
    const card = page.getByRole('region', { name: 'Уведомления' });
    const isAsked = () => page.evaluate(() => document.documentElement.dataset['asked'] ?? 'no');
    await log(page).waitFor();
    expect(await card.count()).toBe(0);
    await write(page, 'Привет');
    await card.waitFor();
    expect(await isAsked()).toBe('no');
    await card.getByRole('button', { name: 'Включить' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await isAsked()).toBe('true');
    await expect.poll(() => devices(), WAIT).toHaveLength(1);
    // Turned off again, the member is left alone for a month.
    await page.goto('/settings/notifications');
    await page.getByRole('switch', { name: 'Уведомления на этом устройстве' }).click();
    await expect.poll(() => devices(), WAIT).toHaveLength(0);
    // Another device can be turned off from here, and what is told and when is saved at once.
    const elsewhere = await signIn(app, boris!);
    await elsewhere.call(push.subscribe, { body: service.subscribe('elsewhere') });
    await page.reload();
    await page.getByRole('button', { name: /^Отключить: / }).waitFor();
    expect(await audit(page)).toEqual([]);
    await page.getByRole('button', { name: /^Отключить: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click();
    await expect.poll(() => devices(), WAIT).toHaveLength(0);
    await page.getByRole('switch', { name: 'Тихие часы' }).click();
    await page.getByLabel('С', { exact: true }).fill('22:30');
    await page.getByRole('switch', { name: 'Беседы', exact: true }).click();
    await expect
      .poll(async () => (await boris!.call(push.overview)).settings, WAIT)
      .toEqual({
        isContentHidden: false,
        quietHours: { from: 22 * 60 + 30, to: 8 * 60 },
        timeZone: 'Europe/Moscow',
        quiet: ['groups'],
      });
    await goTo(page, room);
    await write(page, 'Ещё раз');
    await expect.poll(async () => (await newest(anna!)).message, WAIT).toBe('Ещё раз');
    await readRoom(anna!, room);
    expect(await card.count()).toBe(0);
  });
});
