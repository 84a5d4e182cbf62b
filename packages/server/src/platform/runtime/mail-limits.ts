import { MAIL_LIMITS } from '@respa/contract/rate-limits';
import { countMail, deleteMailCounts } from '#platform/database/mail-counts.ts';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from './app-context.ts';
import { hashSecret } from './ids.ts';
import { mailboxOf } from './mail-recipients.ts';

const SWEEP_ROWS = 5_000;

/** Returns the limits of a kind of mail: those of its own, else those of notices. */
const limitsOf = (kind: string) =>
  Object.entries(MAIL_LIMITS).find(([name]) => name === kind)?.[1] ?? MAIL_LIMITS.notice;

/**
 * Counts one mail of a kind to a mailbox. Returns false if it is one too many, in which case it
 * must not be sent. All spellings of a mailbox count together; each kind counts for itself.
 */
export async function fitsMailLimits(
  { config }: AppContext,
  tx: Tx,
  to: string,
  kind: string,
): Promise<boolean> {
  if (!config.rateLimits) return true;
  const recipient = hashSecret(mailboxOf(to));
  for (const { count, seconds } of limitsOf(kind))
    if ((await countMail(tx, { recipient, kind, seconds })) > count) return false;
  return true;
}

/** Deletes the counts that are over, on the regular job `mails.sweep`. */
export function sweepMailCounts(context: AppContext): void {
  context.jobs.on('mails.sweep', async () => {
    while ((await deleteMailCounts(context.db, SWEEP_ROWS)) === SWEEP_ROWS);
  });
}
