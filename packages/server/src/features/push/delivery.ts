import webPush from 'web-push';
import { DAY_MS, DAY_SECONDS } from '@respa/contract/durations';
import type { PushPayload } from '@respa/contract/push';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { readKeys } from './keys.ts';
import * as queries from './queries.ts';

/** Requests at a time: one slow push service must not hold all of them for long. */
const CONCURRENCY = 32;
/** A host that failed so often in a row is left alone for `PAUSE_MS`. */
const [MAX_FAILURES, PAUSE_MS] = [5, 30_000];
/** Hosts that are remembered so: members name them, and each of a million could fail once. */
const MAX_HOSTS = 1_000;
/** A device whose service has refused it so often, and for so long, is removed. */
const [GIVE_UP_FAILURES, GIVE_UP_MS] = [10, 7 * DAY_MS];
/** Gone, says the push service (RFC 8030): the member withdrew the permission. */
const GONE: readonly number[] = [404, 410];
/** `seconds`: how long a push service keeps it for a device that is out of reach. */
export type Letter = {
  device: queries.DeviceRow;
  payload: PushPayload;
  topic: string;
  seconds?: number;
};

/**
 * Sends to devices. Devices that no longer exist are removed at once. Returns those that may succeed
 * later: their service was busy or out of reach. Never throws because of a push service.
 */
export async function deliver(context: AppContext, letters: Letter[]): Promise<string[]> {
  if (letters.length === 0) return [];
  const { publicKey, privateKey } = await readKeys(context);
  const vapidDetails = { subject: subjectOf(context), publicKey, privateKey };
  const again: string[] = [];
  const waiting = letters.values();
  const work = async () => {
    for (const letter of waiting)
      if (!(await deliverOne(context, letter, vapidDetails))) again.push(letter.device.id);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, letters.length) }, work));
  return again;
}

/** Whom a push service can turn to: RFC 8292 wants a mailto or https address. */
function subjectOf({ config }: AppContext): string {
  if (config.publicUrl.startsWith('https:')) return config.publicUrl;
  const address = /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  return `mailto:${address}`;
}

type Vapid = { subject: string; publicKey: string; privateKey: string };
/** Returns false if it should be tried again later. */
async function deliverOne(
  context: AppContext,
  { device, payload, topic, seconds = DAY_SECONDS }: Letter,
  vapidDetails: Vapid,
): Promise<boolean> {
  const host = URL.parse(device.endpoint)?.host ?? '';
  const { breakers, post } = context.push;
  const breaker = breakers.get(host);
  if (breaker !== undefined && breaker.until > nowMs()) return false;
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
      breakers.delete(host);
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
    context.log.info({ host, err: (error as Error).message }, 'push not delivered');
    await noteFailure(context, device);
  }
  const failures = (breaker?.failures ?? 0) + 1;
  // The one that failed least recently is forgotten.
  breakers.delete(host);
  if (breakers.size >= MAX_HOSTS) breakers.delete(breakers.keys().next().value!);
  breakers.set(host, { failures, until: failures >= MAX_FAILURES ? nowMs() + PAUSE_MS : 0 });
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
