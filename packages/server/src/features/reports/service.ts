import type { ReportKind, ReportReason } from '@respa/contract/reports';
import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { saveReport } from './queries.ts';

/** Stands for the owner of what is the house's own. */
export const NOBODYS = 'nobody';
/** Whose a thing is, or null where the viewer may not see it; the feature that owns the kind tells. */
export type OwnerOf = (viewerId: string, id: string) => Promise<string | null>;
export type Reports = { know(kind: ReportKind, ownerOf: OwnerOf): void; owners: Map<ReportKind, OwnerOf> };
export function makeReports(): Reports {
  const owners = new Map<ReportKind, OwnerOf>();
  return { owners, know: (kind, ownerOf) => void owners.set(kind, ownerOf) };
}

/** Puts a report on the admin's desk; about the same thing a second time it replaces the first and opens it again. Throws `not_found` for what the caller does not see, `self` for what is the caller's. */
export async function report(ground: Ground, reports: Reports, viewer: Viewer, given: { kind: ReportKind; id: string; reason: ReportReason; text?: string }): Promise<void> {
  const ownerId = await reports.owners.get(given.kind)?.(viewer.id, given.id) ?? null;
  if (ownerId === null) throw fault('not_found');
  if (ownerId === viewer.id) throw fault('self');
  await saveReport(ground.db, { id: newId(), reporter_id: viewer.id, kind: given.kind, object_id: given.id, owner_id: ownerId === NOBODYS ? null : ownerId, reason: given.reason, text: given.text ?? '' });
}
