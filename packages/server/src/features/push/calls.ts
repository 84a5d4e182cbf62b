import { displayName } from '@respa/contract/characters';
import { VOICE } from '@respa/contract/limits';
import { roomTag } from '@respa/contract/push-tags';
import { gatherCards } from '#features/people/service.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { deliver } from './delivery.ts';
import { isQuietAt } from './quiet-hours.ts';
import { badgeOf, topicOf } from './room-news.ts';
import { findShown } from './shown.ts';
import * as queries from './queries.ts';

type Call = { roomId: string; callerId: string; calleeId: string };

/** Notes a call in the transaction that begins it, if the person called has devices. */
export async function noteCall(
  context: AppContext,
  tx: Tx,
  { id, ...call }: Call & { id: string },
): Promise<void> {
  if (!context.config.push || !(await queries.hasDevice(tx, call.calleeId))) return;
  const began = new Date(nowMs()).toISOString();
  await context.jobs.add(
    tx,
    'push.call',
    { ...call, began },
    { key: `push.call:${id}`, attempts: 1 },
  );
}
/**
 * Tells the devices of a member that someone calls, unless a visible tab rings already or the
 * conversation is muted. What comes too late is not sent: the line about the missed call is.
 */
export async function tellOfCall(
  context: AppContext,
  { roomId, callerId, calleeId, began }: Call & { began: string },
): Promise<void> {
  const lateMs = nowMs() - Date.parse(began);
  if (lateMs > VOICE.ringSeconds * 1_000) return;
  const [devices, settings, cards, isMuted] = await Promise.all([
    queries.listDevices(context.db, calleeId, 100),
    queries.gatherSettings(context.db, [calleeId]),
    gatherCards(context.db, [callerId]),
    queries.hasMuted(context.db, roomId, calleeId),
  ]);
  const [set, caller] = [settings.get(calleeId)!, cards.get(callerId)];
  if (caller === undefined || isMuted || set.quiet.includes('calls')) return;
  if (isQuietAt(set, new Date(nowMs()))) return;
  if ((await findShown(context, [calleeId])).has(calleeId)) return;
  const badge = await badgeOf(context, calleeId);
  await deliver(
    context,
    devices.map((device) => ({
      device,
      topic: topicOf(roomTag(roomId)),
      seconds: VOICE.ringSeconds,
      payload: set.isContentHidden
        ? ({ kind: 'hidden', what: 'call', badge } as const)
        : ({
            kind: 'call',
            roomId,
            title: displayName(caller),
            picture:
              caller.avatar_url === '' ? null : { folder: 'useravatars', name: caller.avatar_url },
            date: began,
            badge,
          } as const),
    })),
  );
}
