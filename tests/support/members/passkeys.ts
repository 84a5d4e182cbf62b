import * as passkeys from '@respa/contract/passkeys';
import { PASSWORD, type Caller } from '../driver.ts';
import { makeAuthenticator } from './authenticator.ts';

/** The site as test servers name it in `PUBLIC_URL`. */
export const SITE = { rpId: 'respa.test', origin: 'http://respa.test' };

/** Adds a passkey to a member's account, of a new device unless one is given. */
export async function addPasskey(who: Caller, device = makeAuthenticator(SITE)) {
  const { options } = await who.call(passkeys.begin, { body: { password: PASSWORD } });
  const body = { name: 'Ноутбук', ...device.create(options) };
  return (await who.call(passkeys.add, { body })).passkey;
}
