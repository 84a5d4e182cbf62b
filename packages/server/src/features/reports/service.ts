import type { ReportKind, ReportReason } from '@respa/contract/reports';
import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { newId } from '#platform/runtime/ids.ts';
import type { Moderation, Thing } from '#platform/runtime/moderation.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { openCase, saveReport } from './queries.ts';

export {
  closeCase,
  closeCaseOf,
  countOpen,
  findCase,
  forgetReporter,
  gatherSaid,
  pickCases,
  type CaseRow,
  type SaidRow,
} from './queries.ts';

/** Stands for the owner of what is the house's own. */
export const NOBODYS = 'nobody';
/** Whose a thing is, or null where the viewer may not see it; the feature that owns the kind tells. */
export type OwnerOf = (viewerId: string, id: string) => Promise<string | null>;
/** Kinds of things that can be reported: whose each is, how the admin is shown it and how it is taken down. */
export type Reports = {
  know(kind: ReportKind, ownerOf: OwnerOf, moderation: Moderation): void;
  kinds: Map<string, { ownerOf: OwnerOf; moderation: Moderation }>;
};
export function makeReports(): Reports {
  const kinds: Reports['kinds'] = new Map();
  return {
    kinds,
    know: (kind, ownerOf, moderation) => void kinds.set(kind, { ownerOf, moderation }),
  };
}

/** Puts a report on the admin's desk; about the same thing a second time it replaces the first and opens it again. Throws `not_found` for what the caller does not see, `self` for what is the caller's. */
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
    owner_id: owner === NOBODYS ? null : owner,
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
/** Things of many kinds as the admin is shown them, by `kind id`; what is gone is not among them. */
export async function describeThings(
  reports: Reports,
  things: readonly { kind: string; object_id: string }[],
): Promise<Map<string, Thing>> {
  const byKind = [...Map.groupBy(things, (thing) => thing.kind)];
  const found = await Promise.all(
    byKind.map(async ([kind, group]) =>
      [
        ...((await reports.kinds
          .get(kind)
          ?.moderation.describe(group.map((one) => one.object_id))) ?? new Map<string, Thing>()),
      ].map(([id, thing]) => [`${kind} ${id}`, thing] as const),
    ),
  );
  return new Map(found.flat());
}
