import { secondsFromNow } from '#platform/runtime/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { hashSecret, newSecret } from '#platform/runtime/ids.ts';
import * as queries from '../queries.ts';

/** Creates the secret of a link that is sent by e-mail; only its hash is stored. */
export async function makeLink(
  tx: Tx,
  userId: string,
  kind: 'activate' | 'return' | 'email' | 'email_back' | 'factor',
  seconds: number,
  email: string | null = null,
): Promise<string> {
  const link = newSecret();
  await queries.insertLink(tx, {
    hash: hashSecret(link),
    user_id: userId,
    kind,
    email,
    dies_at: secondsFromNow(seconds),
  });
  return link;
}
