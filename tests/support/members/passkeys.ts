import * as passkeys from '@respa/contract/passkeys';
import { PASSWORD, type Caller } from '../driver.ts';
import { makeAuthenticator } from './authenticator.ts';

/** The site as test servers name it in `PUBLIC_URL`. */
export const SITE = { rpId: 'respa.test', origin: 'http://respa.test' };

/** Adds a passkey to a member's account, of a new device at their site unless one is given. */
export async function addPasskey(who: Caller, given?: ReturnType<typeof makeAuthenticator>) {
  const { options } = await who.call(passkeys.begin, { body: { password: PASSWORD } });
  const { id: rpId } = options.rp;
  const site =
    rpId === SITE.rpId ? SITE : { rpId, origin: `http://${rpId}:${new URL(who.url).port}` };
  const device = given ?? makeAuthenticator(site);
  const body = { name: 'Ноутбук', ...device.create(options) };
  return (await who.call(passkeys.add, { body })).passkey;
}
