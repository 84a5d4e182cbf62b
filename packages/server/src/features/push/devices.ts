import { createHash, timingSafeEqual } from 'node:crypto';
import type { PushDevice, PushSettingsValue, PushSubscriptionInput } from '@respa/contract/push';
import { appError } from '@respa/contract/app-errors';
import { PUSH } from '@respa/contract/limits';
import type { Static } from 'typebox';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import { transaction } from '#platform/database/transaction.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { isTimeZone } from './quiet-hours.ts';
import { readKeys } from './keys.ts';
import * as queries from './queries.ts';

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();
const present = (row: queries.DeviceRow, viewer: Viewer): Static<typeof PushDevice> => ({
  _id: row.id,
  device: row.device,
  created: row.created_at.toISOString(),
  isCurrent: row.session_id === viewer.sessionId,
});

/** Returns whether the server sends, its public key, the viewer's devices and settings. */
export async function getOverview(context: AppContext, viewer: Viewer) {
  const [{ publicKey }, devices, settings] = await Promise.all([
    readKeys(context),
    queries.listDevices(context.db, viewer.id, PUSH.devices),
    queries.gatherSettings(context.db, [viewer.id]),
  ]);
  return {
    isOn: context.config.push,
    publicKey,
    devices: devices.map((row) => present(row, viewer)),
    settings: settings.get(viewer.id)!,
  };
}

/** Throws `bad_input` unless the address may be one of a push service. */
function checkEndpoint({ push }: AppContext, endpoint: string): void {
  const url = URL.parse(endpoint);
  if (
    url === null ||
    !push.schemes.includes(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    (url.protocol === 'https:' && url.port !== '')
  )
    throw appError('bad_input', { text: 'Неверный адрес службы уведомлений.' });
}

/**
 * Adds the browser of the viewer's session, or replaces its keys: a browser has one subscription. A
 * browser that another member used belongs to the viewer now. The oldest device makes room for a
 * new one. Throws `bad_input`. Idempotent.
 */
export async function subscribe(
  context: AppContext,
  viewer: Viewer,
  { timeZone, ...input }: PushSubscriptionInput & { timeZone?: string },
  device: string,
) {
  checkEndpoint(context, input.endpoint);
  const row = await transaction(context, async (tx) => {
    const put = await queries.putDevice(tx, {
      id: newId(),
      user_id: viewer.id,
      session_id: viewer.sessionId,
      ...input,
      endpoint_hash: hashOf(input.endpoint),
      device,
    });
    await queries.deleteOthersOfSession(tx, viewer.sessionId, put.id);
    await queries.deleteOldest(tx, viewer.id, PUSH.devices);
    if (timeZone !== undefined && isTimeZone(timeZone))
      await queries.putTimeZone(tx, viewer.id, timeZone);
    return put;
  });
  return { device: present(row, viewer) };
}

/**
 * Replaces a subscription that the browser has renewed. Throws `not_found` unless the caller knows
 * the secret of the old one, and `bad_input`. Idempotent: the new one may be stored already.
 */
export async function renew(
  context: AppContext,
  { endpoint, auth, next }: { endpoint: string; auth: string; next: PushSubscriptionInput },
): Promise<void> {
  checkEndpoint(context, next.endpoint);
  await transaction(context, async (tx) => {
    const row =
      (await queries.lockByEndpoint(tx, hashOf(endpoint))) ??
      (await queries.lockByEndpoint(tx, hashOf(next.endpoint)));
    if (row === undefined) throw appError('not_found');
    const isRenewed = row.endpoint === next.endpoint && row.endpoint !== endpoint;
    if (!isSame(row.auth, isRenewed ? next.auth : auth)) throw appError('not_found');
    if (isRenewed) return;
    if (next.endpoint !== endpoint) await queries.deleteByEndpoint(tx, hashOf(next.endpoint));
    await queries.replaceEndpoint(tx, row.id, { ...next, endpoint_hash: hashOf(next.endpoint) });
  });
}
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

/** Removes one of the viewer's devices. Throws `not_found`. */
export async function unsubscribe(context: AppContext, viewer: Viewer, id: string): Promise<void> {
  if (!(await queries.deleteOwnDevice(context.db, viewer.id, id))) throw appError('not_found');
}

/** Replaces the viewer's settings and returns them. Throws `bad_input` for an unknown time zone. */
export async function setSettings(
  context: AppContext,
  viewer: Viewer,
  settings: PushSettingsValue,
): Promise<PushSettingsValue> {
  if (!isTimeZone(settings.timeZone))
    throw appError('bad_input', { fields: { timeZone: 'Неизвестный часовой пояс.' } });
  await queries.putSettings(context.db, viewer.id, settings);
  return (await queries.gatherSettings(context.db, [viewer.id])).get(viewer.id)!;
}
