import * as account from '@respa/contract/account';
import * as push from '@respa/contract/push';
import type { PushSubscriptionInput } from '@respa/contract/push';
import { isInstalled } from '#lib/browser/install-offer.ts';
import { call } from '#lib/network/call.ts';
import { getSession } from '#lib/network/session.ts';

/** What this browser allows. `install`: an iPhone, where only the installed site may notify. */
export type Ability = 'unsupported' | 'install' | 'blocked' | 'possible';
/** Deleted at sign-out with everything else that is stored of the member. */
const KEY = 'respa.push';
/** What the server was told of this browser last. */
type Told = { endpoint: string; timeZone: string; at: number };

const isApple = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent);
/** Returns what this browser allows now. */
export function readAbility(): Ability {
  const isOff = document.documentElement.dataset['worker'] === 'off';
  if (!isOff && 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)
    return Notification.permission === 'denied' ? 'blocked' : 'possible';
  return isApple() && !isInstalled() ? 'install' : 'unsupported';
}
export const readTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function readTold(): Told | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Told | null;
  } catch {
    return null;
  }
}
/** Returns whether the member wants notifications on this device. */
export const isWanted = (): boolean => readTold() !== null;
const forget = (): void => localStorage.removeItem(KEY);

/** Returns the site's worker. Rejects where there is none yet. */
async function findWorker(): Promise<ServiceWorkerRegistration> {
  const found = await navigator.serviceWorker.getRegistration();
  if (found === undefined) throw new Error('the page has no worker');
  return navigator.serviceWorker.ready;
}
const toBytes = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
function isOfKey({ options }: PushSubscription, bytes: Uint8Array): boolean {
  if (options.applicationServerKey === null) return true;
  const own = new Uint8Array(options.applicationServerKey);
  return own.length === bytes.length && own.every((byte, at) => byte === bytes[at]);
}
/** Returns the browser's subscription for a key of the server, and replaces one for another key. */
async function findSubscription(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const applicationServerKey = toBytes(publicKey);
  const known = await pushManager.getSubscription();
  if (known !== null && isOfKey(known, applicationServerKey)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
/** Gives the server this browser's subscription, unless the member has left meanwhile. */
async function tell(publicKey: string): Promise<void> {
  const userId = getSession()?.userId;
  const hasLeft = () => userId === undefined || getSession()?.userId !== userId;
  const worker = await findWorker();
  // The sign-out has ended the subscription: another one would stay in the browser.
  if (hasLeft()) return;
  const subscription = await findSubscription(worker, publicKey);
  const { endpoint } = subscription;
  const timeZone = readTimeZone();
  if (hasLeft()) return void subscription.unsubscribe();
  const keys = subscription.toJSON().keys as Omit<PushSubscriptionInput, 'endpoint'>;
  await call(push.subscribe, {
    body: { endpoint, p256dh: keys.p256dh, auth: keys.auth, timeZone },
  });
  if (hasLeft()) return;
  localStorage.setItem(KEY, JSON.stringify({ endpoint, timeZone, at: Date.now() } satisfies Told));
}

/**
 * Asks the browser for its permission and turns notifications on. Must be called by a press.
 * Returns whether the member allowed it; throws `ApiError`, or an error if the browser's service
 * fails.
 */
export async function enableHere(readKey: () => Promise<string>): Promise<boolean> {
  // First of all: a browser asks only right after a press.
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await tell(await readKey());
  return true;
}
/** Turns notifications off in this browser. The server learns of it by its own call. */
export async function disableHere(): Promise<void> {
  forget();
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Repairs what the browser or the server has lost since the last visit: an expired subscription, a
 * new session, another time zone, a new key of the server. A device that the member removed
 * elsewhere stays removed.
 */
export async function keepAlive(): Promise<void> {
  const told = readTold();
  if (told === null || readAbility() !== 'possible' || Notification.permission !== 'granted')
    return;
  const { userId } = getSession() ?? {};
  const { isOn, publicKey, devices } = await call(push.overview);
  if (!isOn) return;
  const isKnown = devices.some(({ isCurrent }) => isCurrent);
  const { pushManager } = await findWorker();
  const subscription = await pushManager.getSubscription();
  if (getSession()?.userId !== userId) return;
  const isSame =
    subscription?.endpoint === told.endpoint && isOfKey(subscription, toBytes(publicKey));
  if (isSame && isKnown && told.timeZone === readTimeZone()) return;
  if (isSame && !isKnown && !(await isNewSession(told.at))) return disableHere();
  await tell(publicKey);
}
/** Returns whether this session began after a moment, in ms: the former took its device along. */
async function isNewSession(at: number): Promise<boolean> {
  const { sessions } = await call(account.sessions);
  return sessions.some(({ current, created }) => current && Date.parse(created) > at);
}
