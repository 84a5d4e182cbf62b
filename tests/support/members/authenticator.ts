import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data (WebAuthn, section 6.1). */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Encodes the few kinds of CBOR (RFC 8949) that an authenticator writes. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

/** What a device or a page does differently from an honest one. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  /** The attestation: `packed` is signed by the key itself, without certificates. */
  format?: string;
  statement?: Map<unknown, unknown>;
  challenge?: string;
};

/** A device with one P-256 passkey, which answers as a browser would pass it on. */
export function makeAuthenticator({ rpId, origin }: { rpId: string; origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let owner = '';
  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const data = (flags: number, deviation: Deviation, rest: Uint8Array = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? counter);
    const all = flags | PRESENT | (deviation.verified === false ? 0 : VERIFIED);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([all]), count, rest]);
  };
  return {
    id: base64(id),
    /** Makes the passkey: what the page sends to `passkeys.add`, without a name. */
    create(options: { challenge: string; user: { id: string } }, deviation: Deviation = {}) {
      owner = options.user.id;
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cbor(key),
      ]);
      const client = clientData('webauthn.create', options.challenge, deviation);
      const authData = data(ATTESTED, deviation, attested);
      const format = deviation.format ?? 'none';
      const signed = () => sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      const statement =
        format === 'packed'
          ? new Map<unknown, unknown>([
              ['alg', -7],
              ['sig', signed()],
            ])
          : new Map();
      return {
        id: base64(id),
        clientData: base64(client),
        attestation: base64(
          cbor(
            new Map<string, unknown>([
              ['fmt', format],
              ['attStmt', deviation.statement ?? statement],
              ['authData', authData],
            ]),
          ),
        ),
        transports: ['internal'],
      };
    },
    /** Signs a challenge: what the page sends to `passkeys.signIn`. */
    get(options: { challenge: string }, deviation: Deviation = {}) {
      counter += 1;
      const client = clientData('webauthn.get', options.challenge, deviation);
      const authenticatorData = data(0, deviation);
      return {
        id: base64(id),
        clientData: base64(client),
        authenticatorData: base64(authenticatorData),
        signature: base64(
          sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey),
        ),
        ...(owner === '' ? {} : { userHandle: deviation.userHandle ?? owner }),
      };
    },
  };
}
