import { sql } from 'kysely';
import type { PushKind, PushSettingsValue } from '@respa/contract/push';
import { statement, type Db, type Tx } from '#platform/database/db.ts';

export type DeviceRow = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  device: string;
  failures: number;
  failing_since: Date | null;
  created_at: Date;
};
const columns = [
  'id',
  'user_id',
  'session_id',
  'endpoint',
  'p256dh',
  'auth',
  'device',
  'failures',
  'failing_since',
  'created_at',
] as const;
type Keys = { public_key: string; private_key: Buffer };

export const findKeys = (db: Db): Promise<Keys | undefined> =>
  db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst();
/** Stores the key pair unless another server was first. */
export const insertKeys = (db: Db, keys: Keys) =>
  db
    .insertInto('push_keys')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

type NewDevice = Omit<DeviceRow, 'failures' | 'failing_since' | 'created_at'> & {
  endpoint_hash: Buffer;
};
/** Adds a device, or gives an endpoint to another member of the same browser. */
export async function putDevice(tx: Tx, row: NewDevice): Promise<DeviceRow> {
  return tx
    .insertInto('push_devices')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet({
        user_id: row.user_id,
        session_id: row.session_id,
        p256dh: row.p256dh,
        auth: row.auth,
        device: row.device,
        failures: 0,
        failing_since: null,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}
/** Deletes the devices of a session but one: a browser has one subscription. */
export const deleteOthersOfSession = (tx: Tx, sessionId: string, id: string) =>
  tx.deleteFrom('push_devices').where('session_id', '=', sessionId).where('id', '<>', id).execute();
/** Deletes the oldest devices of a user beyond the newest `limit`. */
export const deleteOldest = (tx: Tx, userId: string, limit: number) =>
  sql`
    delete from push_devices
    where id in (
      select id
      from push_devices
      where user_id = ${userId}
      order by id desc
      offset ${limit}
    )
  `.execute(tx);
export const replaceEndpoint = (
  tx: Tx,
  id: string,
  next: { endpoint: string; endpoint_hash: Buffer; p256dh: string; auth: string },
) =>
  tx
    .updateTable('push_devices')
    .set({ ...next, failures: 0, failing_since: null })
    .where('id', '=', id)
    .execute();
export const lockByEndpoint = (tx: Tx, hash: Buffer): Promise<DeviceRow | undefined> =>
  tx
    .selectFrom('push_devices')
    .select(columns)
    .where('endpoint_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
export const deleteByEndpoint = (tx: Tx, hash: Buffer) =>
  tx.deleteFrom('push_devices').where('endpoint_hash', '=', hash).execute();
/** Returns a user's devices, the newest first. */
export const listDevices = (db: Db, userId: string, limit: number): Promise<DeviceRow[]> =>
  db
    .selectFrom('push_devices')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
export const findDevice = (db: Db, id: string): Promise<DeviceRow | undefined> =>
  db.selectFrom('push_devices').select(columns).where('id', '=', id).executeTakeFirst();
/** Returns whether the user had that device. */
export const deleteOwnDevice = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (await db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()) !== undefined;
export const deleteDevice = (db: Db, id: string) =>
  db.deleteFrom('push_devices').where('id', '=', id).execute();
export const clearFailures = (db: Db, id: string) =>
  db
    .updateTable('push_devices')
    .set({ failures: 0, failing_since: null })
    .where('id', '=', id)
    .execute();
/** Counts a failure. Returns how many there were in a row, and since when. */
export const countFailure = (db: Db, id: string, now: Date) =>
  db
    .updateTable('push_devices')
    .set({
      failures: sql`failures + 1`,
      failing_since: sql`coalesce(failing_since, ${now})`,
    })
    .where('id', '=', id)
    .returning(['failures', 'failing_since'])
    .executeTakeFirst();

const DEFAULTS: PushSettingsValue = {
  isContentHidden: false,
  quietHours: null,
  timeZone: 'Europe/Moscow',
  quiet: [],
};
type SettingsRow = {
  user_id: string;
  is_content_hidden: boolean;
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: string;
  quiet: string[];
};
const presentSettings = (row: SettingsRow): PushSettingsValue => ({
  isContentHidden: row.is_content_hidden,
  quietHours: row.quiet_from === null ? null : { from: row.quiet_from, to: row.quiet_to! },
  timeZone: row.time_zone,
  quiet: row.quiet as PushKind[],
});
/** Returns the settings of users, by id; those who never set them have the defaults. */
export async function gatherSettings(
  db: Db,
  userIds: string[],
): Promise<Map<string, PushSettingsValue>> {
  const rows = await db
    .selectFrom('push_settings')
    .select(['user_id', 'is_content_hidden', 'quiet_from', 'quiet_to', 'time_zone', 'quiet'])
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.user_id, presentSettings(row)]));
  return new Map(userIds.map((id) => [id, known.get(id) ?? DEFAULTS]));
}
export const putSettings = (db: Db, userId: string, settings: PushSettingsValue) => {
  const row = {
    is_content_hidden: settings.isContentHidden,
    quiet_from: settings.quietHours?.from ?? null,
    quiet_to: settings.quietHours?.to ?? null,
    time_zone: settings.timeZone,
    quiet: [...new Set(settings.quiet)].sort(),
  };
  return db
    .insertInto('push_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
};
/** Stores where a member is, and changes nothing else. */
export const putTimeZone = (tx: Tx, userId: string, timeZone: string) =>
  tx
    .insertInto('push_settings')
    .values({ user_id: userId, time_zone: timeZone })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ time_zone: timeZone }))
    .execute();

export const hasDevice = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('push_devices')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
/** Returns which of the rooms have members with devices. */
const roomsWithDevices = statement<{ id: string }, [roomIds: string[]]>(`
  select room.id
  from unnest($1::uuid[]) as room (id)
  where exists (
    select
    from room_members m
    join push_devices d on d.user_id = m.user_id
    where m.room_id = room.id
  )
`);
export const pickRoomsWithDevices = async (db: Db, roomIds: string[]): Promise<string[]> =>
  (await roomsWithDevices(db, roomIds)).map(({ id }) => id);
const devicesOfRoom = statement<DeviceRow, [roomId: string]>(`
  select ${columns.map((name) => `d.${name}`).join(', ')}
  from room_members m
  join push_devices d on d.user_id = m.user_id
  where m.room_id = $1 and not m.is_muted
  order by d.id
`);
/**
 * Returns the devices of the members of a room who have not muted it: at most `PUSH.devices` each.
 */
export const listDevicesOfRoom = (db: Db, roomId: string): Promise<DeviceRow[]> =>
  devicesOfRoom(db, roomId);
export const hasMuted = async (db: Db, roomId: string, userId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('room_members')
      .select('is_muted')
      .where('room_id', '=', roomId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.is_muted ?? true;
