import type { ReportKind, ReportReason } from '@respa/contract/reports';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Moderation, ModeratedItem } from '#platform/runtime/moderation.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { openCase, saveReport } from './queries.ts';

export {
  closeCase,
  closeCaseOf,
  countOpen,
  findCase,
  deleteReporter,
  gatherLatestReports,
  pickCases,
  type CaseRow,
  type ReportDetail,
} from './queries.ts';

/** Stands for the owner of the platform's own objects. */
export const PLATFORM_OWNER = 'nobody';
/**
 * Returns the owner of an object, or null if the viewer may not see it; registered by the feature
 * that owns the kind.
 */
export type OwnerOf = (viewerId: string, id: string) => Promise<string | null>;
/**
 * The kinds of objects that can be reported: how to find the owner of each, how to show it to the
 * admin and how to take it down.
 */
export type Reports = {
  registerKind(kind: ReportKind, ownerOf: OwnerOf, moderation: Moderation): void;
  kinds: Map<string, { ownerOf: OwnerOf; moderation: Moderation }>;
};
export function makeReports(): Reports {
  const kinds: Reports['kinds'] = new Map();
  return {
    kinds,
    registerKind: (kind, ownerOf, moderation) => void kinds.set(kind, { ownerOf, moderation }),
  };
}

/**
 * Adds a report to the admin panel. A second report about the same object replaces the first one
 * and reopens it. Throws `not_found` for an object that the caller cannot see, `self` for the
 * caller's own object.
 */
export async function report(
  context: AppContext,
  reports: Reports,
  viewer: Viewer,
  input: { kind: ReportKind; id: string; reason: ReportReason; text?: string },
): Promise<void> {
  const owner = (await reports.kinds.get(input.kind)?.ownerOf(viewer.id, input.id)) ?? null;
  if (owner === null) throw appError('not_found');
  if (owner === viewer.id) throw appError('self');
  const thing = {
    kind: input.kind,
    object_id: input.id,
    owner_id: owner === PLATFORM_OWNER ? null : owner,
  };
  await transaction(context, async (tx) => {
    const caseId = await openCase(tx, { ...thing, id: newId() });
    await saveReport(tx, {
      ...thing,
      id: newId(),
      case_id: caseId,
      reporter_id: viewer.id,
      reason: input.reason,
      text: input.text ?? '',
    });
  });
}
/**
 * Returns objects of several kinds as the admin sees them, by `kind id`; deleted ones are left out.
 */
export async function describeThings(
  reports: Reports,
  things: readonly { kind: string; object_id: string }[],
): Promise<Map<string, ModeratedItem>> {
  const byKind = [...Map.groupBy(things, (thing) => thing.kind)];
  const found = await Promise.all(
    byKind.map(async ([kind, group]) =>
      [
        ...((await reports.kinds
          .get(kind)
          ?.moderation.describe(group.map((one) => one.object_id))) ??
          new Map<string, ModeratedItem>()),
      ].map(([id, thing]) => [`${kind} ${id}`, thing] as const),
    ),
  );
  return new Map(found.flat());
}
