import webPush from 'web-push';
import type { AppContext } from '#platform/runtime/app-context.ts';
import * as queries from './queries.ts';

/** The private key is sealed for this owner: it opens nowhere else. */
const OWNER = 'push keys';

/**
 * Returns the key pair that identifies this server to push services (VAPID, RFC 8292), in
 * base64url. It is made once for the database; all servers share it.
 */
export function readKeys(context: AppContext): Promise<{ publicKey: string; privateKey: string }> {
  context.push.keys ??= makeKeys(context).catch((error: unknown) => {
    context.push.keys = undefined;
    throw error;
  });
  return context.push.keys;
}
async function makeKeys(context: AppContext) {
  const { db, secrets } = context;
  if ((await queries.findKeys(db)) === undefined) {
    const made = webPush.generateVAPIDKeys();
    await queries.insertKeys(db, {
      public_key: made.publicKey,
      private_key: secrets.seal(Buffer.from(made.privateKey), OWNER),
    });
  }
  const keys = (await queries.findKeys(db))!;
  return {
    publicKey: keys.public_key,
    privateKey: secrets.open(keys.private_key, OWNER).toString(),
  };
}
