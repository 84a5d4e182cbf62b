import webPush from 'web-push';
import { DAY_MS, DAY_SECONDS } from '@respa/contract/durations';
import type { PushPayload } from '@respa/contract/push';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { readKeys } from './keys.ts';
import * as queries from './queries.ts';

/** Requests at a time: one slow push service must not hold all of them for long. */
const CONCURRENCY = 32;
/** A service that failed or was slow so often in a row is left alone for `PAUSE_MS`. */
const [MAX_FAILURES, PAUSE_MS] = [5, 30_000];
/** Services that are remembered so: members name them, and each of a million could fail once. */
const MAX_SERVICES = 1_000;
/** A device whose service has refused it so often, and for so long, is removed. */
const [GIVE_UP_FAILURES, GIVE_UP_MS] = [10, 7 * DAY_MS];
/** Gone, says the push service (RFC 8030): the member withdrew the permission. */
const GONE: readonly number[] = [404, 410];
/** `seconds`: how long a push service keeps it for a device that is out of reach. */
export type PushMessage = {
  device: queries.DeviceRow;
  payload: PushPayload;
  topic: string;
  seconds?: number;
};

/**
 * Sends to devices. Devices that no longer exist are removed at once. Returns those that may
 * succeed later: their service was busy or out of reach. Never throws because of a push service.
 */
export async function deliver(context: AppContext, messages: PushMessage[]): Promise<string[]> {
  if (messages.length === 0) return [];
  const { publicKey, privateKey } = await readKeys(context);
  const vapidDetails = { subject: subjectOf(context), publicKey, privateKey };
  const again: string[] = [];
  const waiting = messages.values();
  const work = async () => {
    for (const one of waiting)
      if (!(await deliverOne(context, one, vapidDetails))) again.push(one.device.id);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, messages.length) }, work));
  return again;
}

/** Whom a push service can turn to: RFC 8292 wants a mailto or https address. */
function subjectOf({ config }: AppContext): string {
  if (config.publicUrl.startsWith('https:')) return config.publicUrl;
  const address = /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  return `mailto:${address}`;
}

/**
 * Returns the service of an address: the end of its host name, because a member may have names without
 * an end below it.
 */
export function serviceOf(endpoint: string): string {
  const url = URL.parse(endpoint);
  if (url === null) return '';
  return /^[\d.]+$|^\[/.test(url.hostname)
    ? url.host
    : url.hostname.split('.').filter(Boolean).slice(-2).join('.');
}
/** Counts that a service has failed or was slow. */
function noteTrouble({ push: { breakers } }: AppContext, service: string): void {
  const failures = (breakers.get(service)?.failures ?? 0) + 1;
  // The one that failed least recently is forgotten.
  breakers.delete(service);
  if (breakers.size >= MAX_SERVICES) breakers.delete(breakers.keys().next().value!);
  breakers.set(service, { failures, until: failures >= MAX_FAILURES ? nowMs() + PAUSE_MS : 0 });
}

type Vapid = { subject: string; publicKey: string; privateKey: string };
/** Returns false if it should be tried again later. */
async function deliverOne(
  context: AppContext,
  { device, payload, topic, seconds = DAY_SECONDS }: PushMessage,
  vapidDetails: Vapid,
): Promise<boolean> {
  const service = serviceOf(device.endpoint);
  const { breakers, post, slowMs } = context.push;
  const breaker = breakers.get(service);
  if (breaker !== undefined && breaker.until > nowMs()) return false;
  const begun = performance.now();
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify(payload),
      { vapidDetails, TTL: seconds, urgency: 'high', topic, contentEncoding: 'aes128gcm' },
    );
    const { status } = await post.post(device.endpoint, {
      headers: headers as Record<string, string>,
      body: body!,
    });
    if (status >= 200 && status < 300) {
      // One that takes its time on purpose would hold up everyone's notifications.
      if (performance.now() - begun > slowMs) noteTrouble(context, service);
      else breakers.delete(service);
      if (device.failures > 0) await queries.clearFailures(context.db, device.id);
      return true;
    }
    if (GONE.includes(status)) {
      await queries.deleteDevice(context.db, device.id);
      return true;
    }
    await noteFailure(context, device);
    if (status !== 429 && status < 500) return true;
  } catch (error) {
    context.log.info({ host: service, err: (error as Error).message }, 'push not delivered');
    await noteFailure(context, device);
  }
  noteTrouble(context, service);
  return false;
}
async function noteFailure(context: AppContext, device: queries.DeviceRow): Promise<void> {
  const counted = await queries.countFailure(context.db, device.id, new Date(nowMs()));
  if (
    counted?.failing_since != null &&
    counted.failures >= GIVE_UP_FAILURES &&
    nowMs() - counted.failing_since.getTime() > GIVE_UP_MS
  )
    await queries.deleteDevice(context.db, device.id);
}
