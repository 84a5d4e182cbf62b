import { PUSH } from '@respa/contract/limits';
import type { ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { gatherSettings, listDevices } from './queries.ts';

/** Yields a user's settings of notifications on devices, and the devices. */
export async function* exportPush(
  { db }: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  yield { row: { settings: (await gatherSettings(db, [userId])).get(userId) }, media: [] };
  for (const { id, device, created_at: createdAt } of await listDevices(db, userId, PUSH.devices))
    yield { row: { id, device, addedAt: createdAt }, media: [] };
}
