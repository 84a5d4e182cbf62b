import * as push from '@respa/contract/push';
import { roomTag } from '@respa/contract/push-tags';
import { composeNotification, type Pressed, type ShownOptions } from './composing.ts';
import type { PageMessage, WorkerMessage } from './messages.ts';
import { openPage, tellPages } from './windows.ts';
import { scope } from './scope.ts';
import { changeStored } from './stored.ts';

/** As lib/member/file-store.ts opens it: a room's composer takes what waits here. */
const REPLIES = 'respa.replies';

const show = (title: string, options: ShownOptions): Promise<void> =>
  scope.registration.showNotification(title, options);
const isInFront = async (): Promise<boolean> =>
  (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).some(
    ({ focused, visibilityState }) => focused && visibilityState === 'visible',
  );
async function setBadge(badge: number): Promise<void> {
  const { setAppBadge } = scope.navigator as Partial<WorkerNavigator>;
  await setAppBadge?.call(scope.navigator, badge).catch(() => {});
}
function read(data: PushMessageData | null): unknown {
  try {
    return data?.json() as unknown;
  } catch {
    return null;
  }
}
/** Shows what has arrived, unless the member has the site before them: the page shows it there. */
async function receive(data: PushMessageData | null): Promise<void> {
  const { title, options, badge } = composeNotification(read(data));
  if (badge !== null) await setBadge(badge);
  if (!(await isInFront())) await show(title, options);
}

/** Returns whether the server accepted a call. */
async function send({ path }: { path: string }, body: Record<string, unknown>): Promise<boolean> {
  try {
    const answer = await fetch(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
    });
    return answer.ok;
  } catch {
    return false;
  }
}
/** Keeps a reply that was not sent for the composer of its room, and says so. */
async function keepReply({ path, roomId = '' }: Pressed, reply: string): Promise<void> {
  const isKept = await changeStored<string>(REPLIES, roomId, (old) =>
    old === undefined ? reply : `${old}\n${reply}`,
  ).then(
    () => true,
    () => false,
  );
  const title = 'Ответ не отправлен';
  const options = { tag: roomTag(roomId), icon: '/icons/icon-192.png', badge: '/icons/badge.png' };
  await show(title, {
    ...options,
    lang: 'ru',
    body: isKept ? 'Он ждёт в поле ввода. Нажмите, чтобы открыть переписку.' : reply,
    data: { path: `${path}?write` },
  });
  await tellPages({ type: 'reply-kept', roomId } satisfies PageMessage);
}
async function press(
  { data, close }: { data: Pressed; close: () => void },
  action: string,
  typed: string,
): Promise<void> {
  const { token } = data;
  close();
  if (action === 'read' && token !== undefined) return void (await send(push.read, { token }));
  if (action !== 'reply' || token === undefined) return openPage(data.path);
  // A browser without a field in its notifications.
  if (typed.trim() === '') return openPage(`${data.path}?write`);
  const reply = { token, message: typed.trim(), clientId: crypto.randomUUID() };
  // If only the answer was lost, the second call finds the message by its clientId. Without it, the
  // member would send it from the composer again.
  const reach = () => send(push.reply, reply);
  if (!(await reach()) && !(await reach())) await keepReply(data, reply.message);
}

/** Subscribes again after the browser has dropped a subscription, and tells the server. */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent) {
  // Without the old one, the next page of the member repairs it.
  if (oldSubscription === null) return;
  const { endpoint, options } = oldSubscription;
  const next =
    newSubscription ??
    (await scope.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: options.applicationServerKey,
    }));
  const { auth } = oldSubscription.toJSON().keys ?? {};
  await send(push.renew, {
    endpoint,
    auth,
    next: { endpoint: next.endpoint, ...next.toJSON().keys },
  });
}

/** Removes everything of a member who has left: what is shown, and the subscription. */
async function leave(): Promise<void> {
  for (const shown of await scope.registration.getNotifications()) shown.close();
  await (await scope.registration.pushManager?.getSubscription())?.unsubscribe();
}

/** Shows what the server sends while no page is open, and does what its buttons say. */
export function startPush(): void {
  scope.addEventListener('push', (event) => event.waitUntil(receive(event.data)));
  scope.addEventListener('notificationclick', (event) => {
    const { notification, action } = event;
    const typed = (event as NotificationEvent & { reply?: string | null }).reply ?? '';
    const data = notification.data as Pressed;
    event.waitUntil(press({ data, close: () => notification.close() }, action, typed));
  });
  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renew(event).catch(() => {})),
  );
  scope.addEventListener('message', (event) => {
    if ((event.data as WorkerMessage).type === 'empty') event.waitUntil(leave().catch(() => {}));
  });
}
