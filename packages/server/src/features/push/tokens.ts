import { DAY_MS } from '@respa/contract/durations';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { assertNotSuspended } from '#features/account/service.ts';
import * as queries from './queries.ts';

const OWNER = 'push token';
type Grant = { device: string; user: string; room: string; isGroup: boolean; until: number };

/**
 * Returns what lets a device reply in a room and mark it as read for a day. It is sent to that
 * device only, encrypted for it.
 */
export function makeToken(
  { secrets }: AppContext,
  { id: device, user_id: user }: Pick<queries.DeviceRow, 'id' | 'user_id'>,
  { id: room, isGroup }: { id: string; isGroup: boolean },
): string {
  const grant: Grant = { device, user, room, isGroup, until: nowMs() + DAY_MS };
  return secrets.seal(Buffer.from(JSON.stringify(grant)), OWNER).toString('base64url');
}

/**
 * Returns who may do what by a token. Throws `not_found` for a token that this server did not make
 * or that is over, and when its device, and so its session, has ended or belongs to another member.
 */
export async function openToken(
  context: AppContext,
  token: string,
): Promise<{ viewer: Viewer; roomId: string; isGroup: boolean }> {
  const grant = read(context, token);
  const device =
    grant === null || grant.until < nowMs()
      ? undefined
      : await queries.findDevice(context.db, grant.device);
  if (grant === null || device?.user_id !== grant.user) throw appError('not_found');
  await assertNotSuspended(context.db, device.user_id);
  return {
    viewer: {
      id: device.user_id,
      sessionId: device.session_id,
      isActivated: true,
      isAdmin: false,
    },
    roomId: grant.room,
    isGroup: grant.isGroup,
  };
}
function read({ secrets }: AppContext, token: string): Grant | null {
  try {
    return JSON.parse(secrets.open(Buffer.from(token, 'base64url'), OWNER).toString()) as Grant;
  } catch {
    return null;
  }
}
