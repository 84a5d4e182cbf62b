import { createHash, type X509Certificate } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Scheme } from '@respa/contract/catalogue';
import { firstCharacters } from '@respa/contract/characters';
import { cleanLine } from '@respa/contract/clean-text';
import { ApkRefused } from './apk-bytes.ts';
import { findLayout } from './apk-layout.ts';
import { openZip, type ApkZip } from './apk-zip.ts';
import { readElements, type Element } from './axml.ts';
import { verifyJar } from './jar-signature.ts';
import { resolveReference } from './resources.ts';
import { verifyBlocks, type Signature } from './signing-block.ts';

/** The metadata of an application's file, with every verified signer. */
export type Apk = {
  package: string;
  versionName: string;
  versionCode: number;
  minSdk: number | null;
  targetSdk: number | null;
  permissions: string[];
  certificate: string;
  signer: string;
  schemes: Scheme[];
  /** The signers' certificates: an update must keep the previous certificate among these. */
  certificates: string[];
};
const MANIFEST = 'AndroidManifest.xml';
const MOST_MANIFEST = 8 * 1024 * 1024;
const RESOURCES = 'resources.arsc';
/** Bytes. The tables of large games take some twenty megabytes. */
const MOST_RESOURCES = 64 * 1024 * 1024;
const MOST_PERMISSIONS = 500;
const PACKAGE = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+$/;

/** Reads an application's file and verifies its signatures. Throws `ApkRefused`. */
export async function readApk(path: string): Promise<Apk> {
  const handle = await open(path, 'r');
  try {
    const layout = await findLayout(handle);
    const zip = await openZip(path, layout.size);
    try {
      const described = await readManifest(zip);
      // A truncated certificate fails only when its key is read.
      const blocks = await verifyBlocks(handle, layout).catch(() => {
        throw new ApkRefused('broken_signature');
      });
      // If the signing blocks cover the file, the entry list adds nothing, and an invalid one does
      // no harm.
      const jar = await (blocks.length > 0
        ? verifyJar(zip, true).catch(() => null)
        : verifyJar(zip, false));
      return { ...described, ...describeSigner(blocks, jar) };
    } catch (error) {
      // Any other error that a crafted zip causes in its entries.
      throw error instanceof ApkRefused ? error : new ApkRefused('bad_apk');
    } finally {
      zip.close();
    }
  } finally {
    await handle.close();
  }
}

async function readManifest(zip: ApkZip) {
  if (!zip.entries.has(MANIFEST)) throw new ApkRefused('no_manifest');
  const elements = await resolveVersion(zip, readElements(await zip.read(MANIFEST, MOST_MANIFEST)));
  const [root] = elements;
  const textOf = (value: string | number | undefined) => (value === undefined ? '' : String(value));
  const numberOf = (value: string | number | undefined) =>
    typeof value === 'number' ? value : null;
  const name = textOf(root?.attributes.get('package'));
  if (root?.name !== 'manifest' || name.length > 255 || !PACKAGE.test(name))
    throw new ApkRefused('no_manifest');
  const sdk = elements.find((element) => element.name === 'uses-sdk')?.attributes;
  const asked = elements
    .filter((element) => /^uses-permission(?:-sdk-\d+)?$/.test(element.name))
    .map((element) => textOf(element.attributes.get('name')))
    .filter((permission) => permission !== '' && permission.length <= 255);
  return {
    package: name,
    versionName: firstCharacters(cleanLine(textOf(root.attributes.get('versionName'))), 100),
    versionCode:
      ((numberOf(root.attributes.get('versionCodeMajor')) ?? 0) % 2 ** 20) * 2 ** 32 +
      (numberOf(root.attributes.get('versionCode')) ?? 0),
    minSdk: numberOf(sdk?.get('minSdkVersion')),
    targetSdk: numberOf(sdk?.get('targetSdkVersion')),
    permissions: [...new Set(asked)].sort().slice(0, MOST_PERMISSIONS),
  };
}

/** Returns the elements with the attributes of the root that refer to resources filled in. */
async function resolveVersion(zip: ApkZip, elements: Element[]): Promise<Element[]> {
  const [root, ...rest] = elements;
  if (root === undefined || root.references.size === 0 || !zip.entries.has(RESOURCES))
    return elements;
  const table = await zip.read(RESOURCES, MOST_RESOURCES).catch(() => null);
  if (table === null) return elements;
  const attributes = new Map(root.attributes);
  for (const [name, reference] of root.references) {
    const value = resolveReference(table, reference);
    if (value !== null) attributes.set(name, value);
  }
  return [{ ...root, attributes }, ...rest];
}

const hashOf = (certificate: X509Certificate): string =>
  createHash('sha256').update(certificate.raw).digest('hex');
/** The strongest signature determines the signer. */
function describeSigner(blocks: Signature[], jar: X509Certificate | null) {
  const main =
    blocks.find(({ scheme }) => scheme === 'v3')?.certificate ?? blocks[0]?.certificate ?? jar;
  if (main === null) throw new ApkRefused('unsigned_apk');
  const proved = blocks.length > 0 ? blocks.map(({ certificate }) => certificate) : [main];
  return {
    certificate: hashOf(main),
    certificates: [...new Set(proved.map(hashOf))],
    signer: firstCharacters(cleanLine(main.subject.replaceAll('\n', ', ')), 300),
    schemes: [
      ...new Set<Scheme>([
        ...(jar === null ? [] : ['v1' as const]),
        ...blocks.map(({ scheme }) => scheme),
      ]),
    ].sort(),
  };
}
