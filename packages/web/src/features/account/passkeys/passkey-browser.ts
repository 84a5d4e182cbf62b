import type { add, begin, beginSignIn, signIn } from '@respa/contract/passkeys';
import type { BodyOf, ReplyOf } from '@respa/contract/route';

/** Why the browser made or used no passkey, in words for the member. */
export class PasskeyProblem extends Error {}

/** Returns whether this browser knows passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Runs what asks the device. Throws `PasskeyProblem` with a sentence for what the browser reports.
 */
async function ask<T>(work: () => Promise<Credential | null>): Promise<T> {
  try {
    const credential = await work();
    if (credential === null)
      throw new PasskeyProblem('Устройство не ответило. Попробуйте ещё раз.');
    return credential as T;
  } catch (error) {
    if (error instanceof PasskeyProblem) throw error;
    const { name } = error as Error;
    throw new PasskeyProblem(
      name === 'InvalidStateError'
        ? 'На этом устройстве ключ уже есть.'
        : name === 'NotAllowedError' || name === 'AbortError'
          ? 'Не получилось: запрос отменён, или время вышло. Попробуйте ещё раз.'
          : name === 'SecurityError'
            ? 'Ключи доступа работают только по https.'
            : 'Устройство не поддерживает ключи доступа.',
      { cause: error },
    );
  }
}
/** Makes a passkey on this device or on one that the member chooses. Throws `PasskeyProblem`. */
export async function makePasskey(
  options: ReplyOf<typeof begin>['options'],
): Promise<Omit<BodyOf<typeof add>, 'name'>> {
  const made = await ask<PublicKeyCredential>(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        user: { ...options.user, id: toBytes(options.user.id) },
        excludeCredentials: options.excludeCredentials.map(({ id }) => ({
          type: 'public-key',
          id: toBytes(id),
        })),
      } as PublicKeyCredentialCreationOptions,
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    clientData: toText(response.clientDataJSON),
    attestation: toText(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  };
}
/** Lets the member choose a passkey of this site. Throws `PasskeyProblem`. */
export async function answerWithPasskey(
  options: ReplyOf<typeof beginSignIn>['options'],
): Promise<BodyOf<typeof signIn>> {
  const used = await ask<PublicKeyCredential>(() =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
      } as PublicKeyCredentialRequestOptions,
    }),
  );
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id,
    clientData: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    ...(response.userHandle === null ? {} : { userHandle: toText(response.userHandle) }),
  };
}
