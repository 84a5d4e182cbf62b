import { createHash, timingSafeEqual, type X509Certificate } from 'node:crypto';
import { ApkRefused } from './apk-bytes.ts';
import type { ApkZip } from './apk-zip.ts';
import { readDer, type Der } from './der.ts';
import { isSigned, readCertificate } from './signing-block.ts';

// docs.oracle.com: JAR File Specification, Signed JAR File. This is Android's v1.
const MANIFEST = 'META-INF/MANIFEST.MF';
const SIGNATURE_FILE = /^META-INF\/[^/]+\.SF$/i;
const OWN_FILE = /^META-INF\/(?:[^/]+\.(?:SF|RSA|DSA|EC)|SIG-[^/]*|MANIFEST\.MF)$/i;
/** Files here may be unsigned: the system ignores them, and stores mark their copies so. */
const OWN_FOLDER = 'META-INF/';
const MOST_BYTES = 32 * 1024 * 1024;
const DIGESTS: readonly (readonly [name: string, digest: string])[] = [
  ['SHA-512', 'sha512'],
  ['SHA-384', 'sha384'],
  ['SHA-256', 'sha256'],
  ['SHA1', 'sha1'],
  ['SHA', 'sha1'],
];
const DIGEST_OIDS: Readonly<Record<string, string>> = {
  '2b0e03021a': 'sha1',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
const MESSAGE_DIGEST = '2a864886f70d010904';
const [SEQUENCE, SET, OCTETS, OID, FIRST, INTEGER] = [0x30, 0x31, 0x04, 0x06, 0xa0, 0x02];

type Section = ReadonlyMap<string, string>;
/**
 * Returns the sections of a manifest: attributes by their lower-case names; a line that begins with
 * a space continues the previous one. Lines are broken after 72 bytes, also inside a character, so
 * values are bytes, as latin1.
 */
export function readSections(manifest: Buffer): Section[] {
  return manifest
    .toString('latin1')
    .replace(/\r\n?/g, '\n')
    .replace(/\n /g, '')
    .split(/\n\n+/)
    .filter((part) => part.trim() !== '')
    .map(
      (part) =>
        new Map(
          part.split('\n').flatMap((line) => {
            const colon = line.indexOf(': ');
            return colon < 1
              ? []
              : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 2)] as const];
          }),
        ),
    );
}
/** Returns the strongest digest in a section whose name has the given ending. */
function digestIn(section: Section, ending: string): { digest: string; value: Buffer } | null {
  for (const [name, digest] of DIGESTS) {
    const value = section.get(`${name}-${ending}`.toLowerCase());
    if (value !== undefined) return { digest, value: Buffer.from(value, 'base64') };
  }
  return null;
}
const fits = (value: Buffer, made: Buffer): boolean =>
  value.length === made.length && timingSafeEqual(value, made);

/**
 * Returns the signer of a zip's entry list after verifying the signature, the list and the content
 * of every entry. Returns null if it is not signed.
 * Throws `broken_signature` if one of these does not match, or if a stronger signature that it
 * mentions is missing.
 */
export async function verifyJar(
  zip: ApkZip,
  strongerIsThere: boolean,
): Promise<X509Certificate | null> {
  const signatureName = [...zip.entries.keys()].find((name) => SIGNATURE_FILE.test(name));
  if (signatureName === undefined || !zip.entries.has(MANIFEST)) return null;
  const stem = signatureName.slice(0, -3);
  const keyName = ['.RSA', '.DSA', '.EC']
    .map((ending) => stem + ending)
    .find((name) => zip.entries.has(name));
  if (keyName === undefined) return null;
  const [signature, manifest, keys] = [
    await zip.read(signatureName, MOST_BYTES),
    await zip.read(MANIFEST, MOST_BYTES),
    await zip.read(keyName, MOST_BYTES),
  ];
  const [head] = readSections(signature);
  if (!strongerIsThere && head?.has('x-android-apk-signed') === true)
    throw new ApkRefused('broken_signature');
  const certificate = findSigner(keys, signature);
  const list = head === undefined ? null : digestIn(head, 'Digest-Manifest');
  const isSignedList =
    list === null
      ? areSectionsSigned(manifest, signature)
      : fits(list.value, createHash(list.digest).update(manifest).digest());
  if (!isSignedList) throw new ApkRefused('broken_signature');
  // The signing blocks are verified separately, and cover every byte.
  if (!strongerIsThere) await verifyEntries(zip, manifest);
  return certificate;
}

/** A section as it is written, with the empty line behind it. */
const SECTION = /[^]*?(?:\r\n\r\n|\n\n|\r\r|$)/g;
/** Returns whether a signature without a digest of the whole list has one for each of its sections. */
function areSectionsSigned(manifest: Buffer, signature: Buffer): boolean {
  const digests = new Map(
    readSections(signature).map((section) => [section.get('name'), digestIn(section, 'Digest')]),
  );
  const [, ...sections] = manifest.toString('latin1').match(SECTION) ?? [];
  return sections.every((written) => {
    const bytes = Buffer.from(written, 'latin1');
    const [section] = readSections(bytes);
    if (section === undefined) return true;
    const found = digests.get(section.get('name'));
    return (
      found !== null &&
      found !== undefined &&
      fits(found.value, createHash(found.digest).update(bytes).digest())
    );
  });
}

async function verifyEntries(zip: ApkZip, manifest: Buffer): Promise<void> {
  const sections = new Map(
    readSections(manifest).map((section) => [section.get('name') ?? '', section]),
  );
  for (const name of zip.entries.keys()) {
    if (name.endsWith('/') || OWN_FILE.test(name)) continue;
    const section = sections.get(name);
    if (section === undefined && name.startsWith(OWN_FOLDER)) continue;
    const notified = section === undefined ? null : digestIn(section, 'Digest');
    if (notified === null) throw new ApkRefused('broken_signature');
    const hash = createHash(notified.digest);
    for await (const chunk of await zip.stream(name)) hash.update(chunk as Buffer);
    if (!fits(notified.value, hash.digest())) throw new ApkRefused('broken_signature');
  }
}

const inner = (one: Der | undefined, tag: number): Der[] => {
  if (one?.tag !== tag) throw new ApkRefused('broken_signature');
  return readDer(one.content);
};
/** Returns the certificate whose key made a detached PKCS #7 signature of some bytes (RFC 2315). */
export function findSigner(keys: Buffer, data: Buffer): X509Certificate {
  const [, explicit] = inner(readDer(keys)[0], SEQUENCE);
  const signedData = inner(inner(explicit, FIRST)[0], SEQUENCE);
  const certificates = inner(
    signedData.find(({ tag }) => tag === FIRST),
    FIRST,
  ).map(({ whole }) => readCertificate(whole));
  for (const signer of inner(
    signedData.findLast(({ tag }) => tag === SET),
    SET,
  )) {
    const fields = inner(signer, SEQUENCE);
    const digest = DIGEST_OIDS[oidOf(fields[2])];
    const signature = fields.findLast(({ tag }) => tag === OCTETS)?.content;
    if (fields[0]?.tag !== INTEGER || digest === undefined || signature === undefined) continue;
    const attributes = fields[3]?.tag === FIRST ? fields[3] : undefined;
    if (
      attributes !== undefined &&
      !hasDigest(attributes, createHash(digest).update(data).digest())
    )
      continue;
    // The signature covers the set of attributes under its own tag.
    const signed =
      attributes === undefined
        ? data
        : Buffer.concat([Buffer.from([SET]), attributes.whole.subarray(1)]);
    const found = certificates.find((certificate) =>
      isSigned(digest, signed, { key: certificate.publicKey }, signature),
    );
    if (found !== undefined) return found;
  }
  throw new ApkRefused('broken_signature');
}
const oidOf = (algorithm: Der | undefined): string => {
  const [oid] = inner(algorithm, SEQUENCE);
  return oid?.tag === OID ? oid.content.toString('hex') : '';
};
const hasDigest = (attributes: Der, digest: Buffer): boolean =>
  readDer(attributes.content).some((attribute) => {
    const [name, values] = inner(attribute, SEQUENCE);
    return (
      name?.content.toString('hex') === MESSAGE_DIGEST &&
      inner(values, SET)[0]?.content.equals(digest) === true
    );
  });
