import type { Static } from 'typebox';
import type { Member, Suspension as Shown } from '@respa/contract/admin';
import { PAGE_SIZES } from '@respa/contract/limits';
import { appError } from '@respa/contract/app-errors';
import { FIRST_ID, readPage } from '#platform/database/paging.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { isId } from '#platform/runtime/ids.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import {
  findAccountsFor,
  isAdminAccount,
  gatherSuspensions,
  liftSuspension,
  pickByEmail,
  pickSuspended,
  readUntil,
  suspendAccount,
  type Sessions,
  type Suspension,
} from '#features/account/service.ts';
import {
  foldQuery,
  gatherPeople,
  isOnline,
  pickListed,
  presentCard,
} from '#features/people/service.ts';
import { closeCase, findCase } from '#features/reports/service.ts';

const presentSuspension = ({ reason, until, since }: Suspension): Static<typeof Shown> => ({
  reason,
  until: until?.toISOString() ?? null,
  since: since.toISOString(),
});

async function present(context: AppContext, ids: string[]): Promise<Static<typeof Member>[]> {
  const [people, accounts, suspensions] = await Promise.all([
    gatherPeople(context.db, ids),
    findAccountsFor(context.db, ids),
    gatherSuspensions(context.db, ids),
  ]);
  const facts = new Map(accounts.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const [person, account, suspension] = [people.get(id), facts.get(id), suspensions.get(id)];
    if (person === undefined || account === undefined) return [];
    return [
      {
        ...presentCard(person, (userId) => isOnline(context, userId)),
        email: account.email,
        city: person.city,
        joined: account.created_at.toISOString(),
        activated: account.activated_at !== null,
        isAdmin: isAdminAccount(context.config, account),
        suspension: suspension === undefined ? null : presentSuspension(suspension),
      },
    ];
  });
}
type Search = { q?: string; suspended?: 'yes'; before?: string };
/**
 * Returns member ids by name, by the start of an address or by id; without a query, all members,
 * newest first.
 */
export async function pickMembers(
  context: AppContext,
  { q = '', suspended, before }: Search,
  limit: number,
): Promise<string[]> {
  const query = q.trim();
  if (suspended === 'yes') return pickSuspended(context.db, { before, limit });
  if (isId(query.toLowerCase())) return before === undefined ? [query.toLowerCase()] : [];
  if (query.includes('@')) return pickByEmail(context.db, query, { before, limit });
  // Passes an id that nobody blocks: the admin finds everyone.
  return pickListed(context.db, FIRST_ID, foldQuery(query), { before, skip: 0, limit });
}
export async function listMembers(context: AppContext, input: Search) {
  const { rows, isLast } = await readPage(PAGE_SIZES.adminList, (limit) =>
    pickMembers(context, input, limit),
  );
  return {
    members: await present(context, rows),
    isLast,
  };
}

/**
 * Suspends a member, until a time or permanently; a repeated call changes the reason and the end.
 * With a case, that is closed too. Throws `self`, `not_found` if the user has no
 * activated account, `bad_suspension`.
 */
export async function suspend(
  context: AppContext,
  sessions: Sessions,
  viewer: Viewer,
  userId: string,
  input: { reason: string; until?: string; caseId?: string },
): Promise<Static<typeof Shown>> {
  if (userId === viewer.id) throw appError('self');
  const until = readUntil(input.until);
  return presentSuspension(
    await transaction(context, async (tx, after) => {
      const suspension = await suspendAccount(context, sessions, tx, after, {
        userId,
        reason: input.reason,
        until,
      });
      const settled = input.caseId === undefined ? undefined : await findCase(tx, input.caseId);
      if (settled?.owner_id === userId) await closeCase(tx, settled.id, 'suspended');
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'suspend',
        personId: userId,
        reason: input.reason,
      });
      return suspension;
    }),
  );
}
/** Lifts a member's suspension. Idempotent. Throws `not_found` for a non-member. */
export async function lift(context: AppContext, viewer: Viewer, userId: string): Promise<void> {
  await transaction(context, async (tx) => {
    if (!isId(userId) || (await findAccountsFor(tx, [userId])).length === 0)
      throw appError('not_found');
    if (await liftSuspension(tx, userId))
      await context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'lift',
        personId: userId,
      });
  });
}
