import {
  constants,
  createHash,
  verify,
  X509Certificate,
  type VerifyKeyObjectInput,
} from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Scheme } from '@respa/contract/catalogue';
import { ApkRefused, partsOf, readAt, readerOf } from './apk-bytes.ts';
import type { Layout } from './apk-layout.ts';

// source.android.com/docs/security/features/apksigning: v2, v3, v3.1.
const BLOCKS: readonly (readonly [id: number, scheme: Scheme])[] = [
  [0x7109871a, 'v2'],
  [0xf05368c0, 'v3'],
  [0x1b93ad61, 'v3'],
];
type Digest = 'sha256' | 'sha512';
type Algorithm = { digest: Digest; options?: Pick<VerifyKeyObjectInput, 'padding' | 'saltLength'> };
const PSS = constants.RSA_PKCS1_PSS_PADDING;
const ALGORITHMS: ReadonlyMap<number, Algorithm> = new Map([
  [0x0101, { digest: 'sha256', options: { padding: PSS, saltLength: 32 } }],
  [0x0102, { digest: 'sha512', options: { padding: PSS, saltLength: 64 } }],
  [0x0103, { digest: 'sha256' }],
  [0x0104, { digest: 'sha512' }],
  [0x0201, { digest: 'sha256' }],
  [0x0202, { digest: 'sha512' }],
  [0x0301, { digest: 'sha256' }],
]);
const CHUNK = 1024 * 1024;
const MOST_SIGNERS = 10;

/** A verified signer of a file in one of its blocks: the first certificate is the signer's own. */
export type Signature = { scheme: Scheme; certificate: X509Certificate };

/**
 * Verifies every signature of the block against the file. Throws `broken_signature` if one does not
 * match; returns an empty list if there is no block.
 */
export async function verifyBlocks(handle: FileHandle, layout: Layout): Promise<Signature[]> {
  const digests = new Map<Digest, Buffer>();
  const digestOf = async (kind: Digest): Promise<Buffer> => {
    const known = digests.get(kind) ?? (await digestContents(handle, layout, kind));
    digests.set(kind, known);
    return known;
  };
  const signatures: Signature[] = [];
  for (const [id, scheme] of BLOCKS) {
    const block = layout.blocks.get(id);
    if (block === undefined) continue;
    const signers = partsOf(readerOf(block).prefixed());
    if (signers.length === 0 || signers.length > MOST_SIGNERS)
      throw new ApkRefused('broken_signature');
    for (const signer of signers)
      signatures.push({ scheme, certificate: await verifySigner(signer, scheme, digestOf) });
  }
  return signatures;
}

async function verifySigner(
  bytes: Buffer,
  scheme: Scheme,
  digestOf: (kind: Digest) => Promise<Buffer>,
): Promise<X509Certificate> {
  const signer = readerOf(bytes);
  const signed = signer.prefixed();
  // The range of system releases for which it applies; repeated inside the signed data.
  const releases = scheme === 'v3' ? signer.part(8) : null;
  const input = numbered(signer.prefixed());
  const publicKey = signer.prefixed();
  const data = readerOf(signed);
  const claimed = numbered(data.prefixed());
  const [first] = partsOf(data.prefixed());
  if (first === undefined || (releases !== null && !releases.equals(data.part(8))))
    throw new ApkRefused('broken_signature');
  const certificate = readCertificate(first);
  if (!certificate.publicKey.export({ type: 'spki', format: 'der' }).equals(publicKey))
    throw new ApkRefused('broken_signature');
  const known = [...input].filter(([id]) => ALGORITHMS.has(id));
  if (known.length === 0) throw new ApkRefused('broken_signature');
  for (const [id, signature] of known) {
    const { digest, options } = ALGORITHMS.get(id)!;
    if (!isSigned(digest, signed, { key: certificate.publicKey, ...options }, signature))
      throw new ApkRefused('broken_signature');
    if (claimed.get(id)?.equals(await digestOf(digest)) !== true)
      throw new ApkRefused('broken_signature');
  }
  return certificate;
}
/** Parses parts that each begin with the number of an algorithm. */
const numbered = (bytes: Buffer): Map<number, Buffer> =>
  new Map(
    partsOf(bytes).map((part) => {
      const reader = readerOf(part);
      return [reader.u32(), reader.prefixed()];
    }),
  );
export function readCertificate(bytes: Buffer): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch {
    throw new ApkRefused('broken_signature');
  }
}
/**
 * Returns whether a signature is valid. A key of another type than the signature counts as an
 * invalid signature.
 */
export function isSigned(
  digest: string,
  data: Buffer,
  key: VerifyKeyObjectInput,
  signature: Buffer,
): boolean {
  try {
    return verify(digest, data, key, signature);
  } catch {
    return false;
  }
}

/**
 * Returns the digest of everything except the block: the entries, the directory, and the end
 * record, with the directory's position as if there were no block.
 */
async function digestContents(
  handle: FileHandle,
  { entriesEnd, directory, end, size }: Layout,
  kind: Digest,
): Promise<Buffer> {
  const last = await readAt(handle, end, size - end);
  last.writeUInt32LE(entriesEnd, 16);
  const chunks: Buffer[] = [];
  const add = (chunk: Buffer) =>
    chunks.push(createHash(kind).update(headOf(0xa5, chunk.length)).update(chunk).digest());
  for (const [from, to] of [
    [0, entriesEnd],
    [directory, end],
  ] as const) {
    for (let at = from; at < to; at += CHUNK)
      add(await readAt(handle, at, Math.min(CHUNK, to - at)));
  }
  for (let at = 0; at < last.length; at += CHUNK) add(last.subarray(at, at + CHUNK));
  return createHash(kind)
    .update(headOf(0x5a, chunks.length))
    .update(Buffer.concat(chunks))
    .digest();
}
function headOf(sign: number, number: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(sign);
  head.writeUInt32LE(number, 1);
  return head;
}
