import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { makeManifest, u16, u32, type ManifestOptions } from './apk-manifest.ts';

/**
 * Builds real, small Android apps: a binary manifest, a zip, and signatures of the schemes v1, v2
 * and v3.
 */
export type Signer = {
  privateKey: KeyObject;
  publicKey: Buffer;
  certificate: Buffer;
  issuer: Buffer;
  isRsa: boolean;
};
export type ApkOptions = ManifestOptions & {
  signer?: Signer;
  schemes?: readonly ('v1' | 'v2' | 'v3')[];
  /** Further entries, beside code that never runs. */
  files?: readonly (readonly [name: string, content: Buffer])[];
  /** Entries that are replaced after the list of entries was signed. */
  swapped?: readonly (readonly [name: string, content: Buffer])[];
  /** Entries that are added after the list of entries was signed. */
  added?: readonly (readonly [name: string, content: Buffer])[];
  /** The list's signature names the digest of each of its sections, not that of the whole. */
  bySections?: boolean;
  /** The manifest's bytes, instead of the ones built from the other options. */
  manifest?: Buffer | null;
};

// ── ASN.1
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const [INTEGER, BITS, OCTETS, NULL, OID, UTF8, SEQUENCE, SET, TIME, FIRST] = [
  0x02, 0x03, 0x04, 0x05, 0x06, 0x0c, 0x30, 0x31, 0x17, 0xa0,
];
const oid = (dotted: string): Buffer => {
  const [a, b, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]];
  const coded = rest.flatMap((number) => {
    const bytes = [number & 0x7f];
    for (let left = number >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80);
    return bytes;
  });
  return der(OID, Buffer.from([a * 40 + b, ...coded]));
};
const RSA_SHA256 = der(SEQUENCE, oid('1.2.840.113549.1.1.11'), der(NULL));
const ECDSA_SHA256 = der(SEQUENCE, oid('1.2.840.10045.4.3.2'));
const SHA256 = der(SEQUENCE, oid('2.16.840.1.101.3.4.2.1'), der(NULL));
const nameOf = (name: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, oid('2.5.4.3'), der(UTF8, Buffer.from(name)))));
const SERIAL = der(INTEGER, Buffer.from([1]));

/** A key with a self-signed certificate. */
export function makeSigner(name: string, kind: 'rsa' | 'ec' = 'ec'): Signer {
  const { privateKey, publicKey: key } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const isRsa = kind === 'rsa';
  const publicKey = key.export({ type: 'spki', format: 'der' });
  const algorithm = isRsa ? RSA_SHA256 : ECDSA_SHA256;
  const years = der(
    SEQUENCE,
    der(TIME, Buffer.from('200101000000Z')),
    der(TIME, Buffer.from('491231235959Z')),
  );
  const told = der(SEQUENCE, SERIAL, algorithm, nameOf(name), years, nameOf(name), publicKey);
  const certificate = der(
    SEQUENCE,
    told,
    algorithm,
    der(BITS, Buffer.from([0]), sign('sha256', told, privateKey)),
  );
  return { privateKey, publicKey, certificate, issuer: nameOf(name), isRsa };
}
export const fingerprintOf = ({ certificate }: Signer): string =>
  createHash('sha256').update(certificate).digest('hex');

// ── the zip
type Entry = readonly [name: string, content: Buffer];
/** Returns the two parts of a zip before its end record. */
function zip(entries: readonly Entry[]): { body: Buffer; directory: Buffer; count: number } {
  const [body, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const common = Buffer.concat([
      u16(20, 0x0800, 8, 0, 0x5a21),
      u32(crc32(content), packed.length, content.length),
      u16(Buffer.byteLength(name), 0),
    ]);
    body.push(u32(0x04034b50), common, Buffer.from(name), packed);
    directory.push(u32(0x02014b50), u16(20), common, u16(0, 0, 0), u32(0, at), Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  return { body: Buffer.concat(body), directory: Buffer.concat(directory), count: entries.length };
}
const endOf = ({ directory, count }: { directory: Buffer; count: number }, at: number): Buffer =>
  Buffer.concat([u32(0x06054b50), u16(0, 0, count, count), u32(directory.length, at), u16(0)]);
export function makeZip(entries: readonly Entry[]): Buffer {
  const parts = zip(entries);
  return Buffer.concat([parts.body, parts.directory, endOf(parts, parts.body.length)]);
}

// ── v1: a list of digests, a digest of the list, and its detached signature
const base64 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
/**
 * Lines hold 70 bytes and their end; a longer one continues after a space, as jarsigner breaks it:
 * also inside a character.
 */
const fold = (line: string): Buffer => {
  const bytes = Buffer.from(line);
  const parts = [bytes.subarray(0, 70)];
  for (let at = 70; at < bytes.length; at += 69)
    parts.push(Buffer.from('\r\n '), bytes.subarray(at, at + 69));
  return Buffer.concat(parts);
};
function signList(
  entries: readonly Entry[],
  { privateKey, certificate, issuer, isRsa }: Signer,
  { isStronger, bySections }: { isStronger: boolean; bySections: boolean },
): Entry[] {
  const section = (name: string, content: Buffer) =>
    Buffer.concat([
      fold(`Name: ${name}`),
      Buffer.from(`\r\nSHA-256-Digest: ${base64(content)}\r\n\r\n`),
    ]);
  const sections = entries.map(([name, content]) => [name, section(name, content)] as const);
  const manifest = Buffer.concat([
    Buffer.from('Manifest-Version: 1.0\r\n\r\n'),
    ...sections.map(([, written]) => written),
  ]);
  const whole = bySections ? '' : `SHA-256-Digest-Manifest: ${base64(manifest)}\r\n`;
  const list = Buffer.concat([
    Buffer.from(
      `Signature-Version: 1.0\r\n${whole}${isStronger ? 'X-Android-APK-Signed: 2\r\n' : ''}\r\n`,
    ),
    ...(bySections ? sections.map(([name, written]) => section(name, written)) : []),
  ]);
  const signer = der(
    SEQUENCE,
    SERIAL,
    der(SEQUENCE, issuer, SERIAL),
    SHA256,
    isRsa ? der(SEQUENCE, oid('1.2.840.113549.1.1.1'), der(NULL)) : ECDSA_SHA256,
    der(OCTETS, sign('sha256', list, privateKey)),
  );
  const signed = der(
    SEQUENCE,
    SERIAL,
    der(SET, SHA256),
    der(SEQUENCE, oid('1.2.840.113549.1.7.1')),
    der(FIRST, certificate),
    der(SET, signer),
  );
  const keys = der(SEQUENCE, oid('1.2.840.113549.1.7.2'), der(FIRST, signed));
  return [
    ['META-INF/MANIFEST.MF', manifest],
    ['META-INF/CERT.SF', list],
    [`META-INF/CERT.${isRsa ? 'RSA' : 'EC'}`, keys],
  ];
}

// ── v2 and v3: a block before the directory
const prefixed = (...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length), content]);
};
const CHUNK = 1024 * 1024;
function digestOf(sections: readonly Buffer[]): Buffer {
  const chunks = sections.flatMap((section) =>
    Array.from({ length: Math.ceil(section.length / CHUNK) }, (_, index) =>
      section.subarray(index * CHUNK, (index + 1) * CHUNK),
    ),
  );
  const digests = chunks.map((chunk) =>
    createHash('sha256')
      .update(Buffer.concat([Buffer.from([0xa5]), u32(chunk.length), chunk]))
      .digest(),
  );
  return createHash('sha256')
    .update(Buffer.concat([Buffer.from([0x5a]), u32(chunks.length), ...digests]))
    .digest();
}
function makeBlock(
  schemes: readonly string[],
  digest: Buffer,
  { privateKey, publicKey, certificate, isRsa }: Signer,
): Buffer {
  const algorithm = u32(isRsa ? 0x0103 : 0x0201);
  const pairs = (['v2', 'v3'] as const)
    .filter((scheme) => schemes.includes(scheme))
    .map((scheme) => {
      const releases = scheme === 'v3' ? u32(24, 0x7fffffff) : Buffer.alloc(0);
      const signed = Buffer.concat([
        prefixed(prefixed(algorithm, prefixed(digest))),
        prefixed(prefixed(certificate)),
        releases,
        prefixed(),
      ]);
      const signer = prefixed(
        prefixed(signed),
        releases,
        prefixed(prefixed(algorithm, prefixed(sign('sha256', signed, privateKey)))),
        prefixed(publicKey),
      );
      const value = prefixed(signer);
      return Buffer.concat([
        u32(value.length + 4, 0, scheme === 'v2' ? 0x7109871a : 0xf05368c0),
        value,
      ]);
    });
  const content = Buffer.concat(pairs);
  const size = u32(content.length + 24, 0);
  return Buffer.concat([size, content, size, Buffer.from('APK Sig Block 42')]);
}

/** Returns the bytes of an app. */
export function makeApk(options: ApkOptions = {}): Buffer {
  const {
    signer,
    schemes = ['v1', 'v2'],
    files = [],
    swapped = [],
    added = [],
    bySections = false,
    manifest = makeManifest(options),
  } = options;
  const entries: Entry[] = [
    ...(manifest === null ? [] : [['AndroidManifest.xml', manifest] as const]),
    ['classes.dex', Buffer.from('dex\n035\0')],
    ...files,
  ];
  const hasBlock = signer !== undefined && schemes.some((scheme) => scheme !== 'v1');
  const listed =
    signer !== undefined && schemes.includes('v1')
      ? [...entries, ...signList(entries, signer, { isStronger: hasBlock, bySections })]
      : entries;
  const parts = zip([
    ...listed.map((entry) => swapped.find(([name]) => name === entry[0]) ?? entry),
    ...added,
  ]);
  // Digests are computed as if the block did not exist: the end record states where the directory
  // would then be.
  const bare = endOf(parts, parts.body.length);
  if (!hasBlock) return Buffer.concat([parts.body, parts.directory, bare]);
  const block = makeBlock(schemes, digestOf([parts.body, parts.directory, bare]), signer);
  return Buffer.concat([
    parts.body,
    block,
    parts.directory,
    endOf(parts, parts.body.length + block.length),
  ]);
}
