import { FROM_PLATFORM, SECTION_TYPES, type NotificationType } from '@respa/contract/notifications';
import { AppError } from '@respa/contract/app-errors';
import type { PushKind } from '@respa/contract/push';
import { findNotification } from '#features/notifications/service.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import { deliver } from './delivery.ts';
import { isQuietAt } from './quiet-hours.ts';
import { againAt, badgeOf, isLastAttempt, topicOf, type Again } from './room-news.ts';
import { findShown } from './shown.ts';
import * as queries from './queries.ts';

/** A moment in which a visible tab marks as read what it shows. */
const WAIT_MS = 1_000;
/** Nobody wants their phone to ring for these. */
const NEVER: readonly NotificationType[] = ['visit', 'delete', 'reject'];
const isIn = (section: keyof typeof SECTION_TYPES, type: NotificationType) =>
  (SECTION_TYPES[section] as readonly NotificationType[]).includes(type);
/** Returns what a member can silence a type with; null if it always arrives. */
function kindOf(type: NotificationType): PushKind | null {
  if (FROM_PLATFORM.includes(type)) return null;
  if (type === 'mention') return 'mentions';
  return isIn('people', type) ? 'people' : isIn('reactions', type) ? 'reactions' : 'news';
}

/** Notes a new notice in the transaction that makes it, if its receiver has devices. */
export async function noteNotice(
  context: AppContext,
  tx: Tx,
  { id, to, type }: { id: string; to: string; type: NotificationType },
): Promise<void> {
  if (!context.config.push || NEVER.includes(type)) return;
  if (!(await queries.hasDevice(tx, to))) return;
  await context.jobs.add(
    tx,
    'push.notice',
    { id, to },
    { key: `push.notice:${id}`, at: new Date(nowMs() + WAIT_MS), attempts: 3 },
  );
}

/** Returns whether one member may make the devices of another ring once more: likes come and go. */
async function mayRing({ limits }: AppContext, from: string, to: string): Promise<boolean> {
  try {
    await limits.spend('noticePushes', `${from} ${to}`);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Tells the devices of a member of a notice, unless it was read, withdrawn or shown meanwhile. A
 * mention in a chat that is not muted arrives with the message.
 */
export async function tellOfNotice(
  context: AppContext,
  { id, to, devices: only, attempt = 1 }: { id: string; to: string } & Again,
): Promise<void> {
  const [notification, rows, settings] = await Promise.all([
    findNotification(context, to, id),
    queries.listDevices(context.db, to, 100),
    queries.gatherSettings(context.db, [to]),
  ]);
  if (notification === undefined || notification.checked) return;
  const set = settings.get(to)!;
  const kind = kindOf(notification.type);
  if (kind !== null && (set.quiet.includes(kind) || isQuietAt(set, new Date(nowMs())))) return;
  if (
    notification.type === 'mention' &&
    notification.postType === 'chat' &&
    !set.quiet.includes('groups') &&
    !(await queries.hasMuted(context.db, notification.postID!, to))
  )
    return;
  if ((await findShown(context, [to])).has(to)) return;
  if (attempt === 1 && kind !== null && !(await mayRing(context, notification.from, to))) return;
  const badge = await badgeOf(context, to);
  const again = await deliver(
    context,
    rows
      .filter((row) => only === undefined || only.includes(row.id))
      .map((device) => ({
        device,
        topic: topicOf(`notice:${id}`),
        payload: set.isContentHidden
          ? ({ kind: 'hidden', what: 'notice', badge } as const)
          : ({ kind: 'notice', notification, badge } as const),
      })),
  );
  if (again.length > 0 && !isLastAttempt(attempt))
    await context.jobs.add(
      context.db,
      'push.notice',
      { id, to, devices: again, attempt: attempt + 1 },
      { at: againAt(attempt), attempts: 1 },
    );
}
