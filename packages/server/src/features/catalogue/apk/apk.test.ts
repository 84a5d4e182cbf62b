import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fingerprintOf,
  makeApk,
  makeSigner,
  makeZip,
  type Signer,
} from '#tests/support/files/apk-maker.ts';
import { makeManifest, makeResources } from '#tests/support/files/apk-manifest.ts';
import { readApk } from './apk.ts';
import { ApkRefused } from './apk-bytes.ts';
import { resolveReference } from './resources.ts';
import { describePermission } from './permissions.ts';

let folder: string;
let [rsa, ec]: [Signer, Signer] = [undefined as never, undefined as never];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'respa-apk-'));
  [rsa, ec] = [makeSigner('Маяк', 'rsa'), makeSigner('Башня')];
});
afterAll(() => rm(folder, { recursive: true }));
const read = async (bytes: Buffer) => {
  const path = join(folder, 'x.apk');
  await writeFile(path, bytes);
  return readApk(path);
};
const refusalOf = (bytes: Buffer): Promise<unknown> =>
  read(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof ApkRefused ? error.code : error),
  );
/** Returns the bytes with one of them inverted. */
const spoil = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
};

describe('reading an application', () => {
  test.each([['v1'], ['v2'], ['v3'], ['v1', 'v2'], ['v1', 'v2', 'v3']] as const)(
    'returns who signed it for %s %s %s',
    async (...schemes) => {
      for (const signer of [rsa, ec]) {
        const found = await read(
          makeApk({
            signer,
            schemes,
            permissions: ['android.permission.CAMERA', 'ru.respa.OWN', 'android.permission.CAMERA'],
          }),
        );
        expect(found).toEqual({
          package: 'ru.respa.tower',
          versionName: '1.2',
          versionCode: 12,
          minSdk: 24,
          targetSdk: 35,
          permissions: ['android.permission.CAMERA', 'ru.respa.OWN'],
          certificate: fingerprintOf(signer),
          certificates: [fingerprintOf(signer)],
          signer: signer === rsa ? 'CN=Маяк' : 'CN=Башня',
          schemes: [...schemes],
        });
      }
    },
  );
  test('returns the version that the manifest refers to', async () => {
    const resources = makeResources('4.5', '4.5 (рус)');
    const withResources = (bytes: Buffer) =>
      read(makeApk({ signer: ec, versionName: 0x7f010000, files: [['resources.arsc', bytes]] }));
    expect((await withResources(resources)).versionName).toBe('4.5');
    // A table without the entry, damaged tables, and none at all.
    const lost = Buffer.from(resources);
    lost.writeUInt32LE(0x7e, resources.indexOf(Buffer.from([0x7f, 0, 0, 0])));
    for (const bytes of [lost, resources.subarray(0, 300), Buffer.alloc(9)])
      expect((await withResources(bytes)).versionName).toBe('');
    expect((await read(makeApk({ signer: ec, versionName: 0x7f010000 }))).versionName).toBe('');
    for (let at = 0; at < resources.length; at += 1)
      expect(typeof (resolveReference(spoil(resources, at), 0x7f010000) ?? '')).toMatch(
        /string|number/,
      );
  });
  test('returns its manifest in either text encoding, and reads files of many chunks', async () => {
    const options = {
      package: 'org.example.Игра'.replace('Игра', 'game'),
      versionName: 'Версия 2 «Маяк»',
      versionCode: 2_000_000_000,
    };
    for (const isUtf8 of [false, true]) {
      const found = await read(
        makeApk({
          signer: ec,
          manifest: makeManifest(options, isUtf8),
          files: [['assets/noise.bin', randomBytes(3_000_000)]],
        }),
      );
      expect(found).toMatchObject({
        package: 'org.example.game',
        versionName: 'Версия 2 «Маяк»',
        versionCode: 2_000_000_000,
      });
    }
  });
  test('describes permissions in Russian, except its own', () => {
    expect([
      describePermission('android.permission.CAMERA'),
      describePermission('com.android.vending.BILLING'),
      describePermission('ru.respa.OWN'),
    ]).toEqual(['Камера: снимать фото и видео', 'Покупки внутри приложения', '']);
  });
});

describe('rejecting an application', () => {
  const noise = Buffer.alloc(5_000_000);
  test.each<[string, string, () => Buffer]>([
    ['nothing', 'bad_apk', () => Buffer.alloc(0)],
    ['a text', 'bad_apk', () => Buffer.from('Это не приложение, а письмо. '.repeat(50))],
    [
      'half of a file',
      'bad_apk',
      () => {
        const whole = makeApk({ signer: ec });
        return whole.subarray(0, whole.length >> 1);
      },
    ],
    ['a zip without a manifest', 'no_manifest', () => makeApk({ signer: ec, manifest: null })],
    [
      'a text manifest',
      'no_manifest',
      () => makeApk({ signer: ec, manifest: Buffer.from('<manifest package="ru.respa.tower"/>') }),
    ],
    [
      'a truncated manifest',
      'no_manifest',
      () => makeApk({ signer: ec, manifest: makeManifest({}).subarray(0, 300) }),
    ],
    [
      'a manifest without a package',
      'no_manifest',
      () => makeApk({ signer: ec, package: 'tower' }),
    ],
    ['an unsigned file', 'unsigned_apk', () => makeApk({})],
    [
      'a zip bomb',
      'bad_apk',
      () =>
        makeZip([
          ['AndroidManifest.xml', makeManifest({})],
          ['bomb', noise],
        ]),
    ],
    [
      'a duplicate entry name',
      'bad_apk',
      () =>
        makeApk({ signer: ec, schemes: ['v2'], files: [['classes.dex', Buffer.from('other')]] }),
    ],
  ])('%s', async (_, code, make) => {
    expect(await refusalOf(make())).toBe(code);
  });
  test('rejects a signature that does not match what it signs', async () => {
    const whole = makeApk({ signer: rsa, schemes: ['v2', 'v3'] });
    const block = whole.lastIndexOf('APK Sig Block 42');
    // Code, the block's own content, its size, and the directory after it.
    for (const at of [whole.indexOf('classes.dex') + 14, block - 400, block - 8, block + 16 + 12])
      expect(await refusalOf(spoil(whole, at)), String(at)).toMatch(/broken_signature|bad_apk/);
    expect(await refusalOf(spoil(whole, block - 400))).toBe('broken_signature');
    expect(await refusalOf(spoil(whole, block - 8))).toBe('broken_signature');
  });
  test('rejects an entry list whose stronger signature was removed, and one that does not match the entries', async () => {
    const whole = makeApk({ signer: ec, schemes: ['v1', 'v2'] });
    expect(await refusalOf(spoil(whole, whole.lastIndexOf('APK Sig Block 42')))).toBe(
      'broken_signature',
    );
    for (const swapped of [
      ['assets/map', Buffer.from('сокровище там')],
      ['META-INF/MANIFEST.MF', Buffer.from('Manifest-Version: 1.0\r\n\r\n')],
    ] as const) {
      expect(
        await refusalOf(
          makeApk({
            signer: rsa,
            schemes: ['v1'],
            files: [['assets/map', Buffer.from('сокровище здесь')]],
            swapped: [swapped],
          }),
        ),
      ).toBe('broken_signature');
    }
    const smuggled = makeApk({
      signer: ec,
      schemes: ['v1'],
      files: [['assets/map', Buffer.from('x')]],
      swapped: [['assets/map', Buffer.from('x')]],
    });
    expect(await refusalOf(smuggled)).toBe('taken');
  });
  test('accepts marks of stores in META-INF that nothing signs, and no other unsigned entry', async () => {
    const marked = (name: string) =>
      makeApk({ signer: rsa, schemes: ['v1'], added: [[name, Buffer.from('vk')]] });
    expect(await refusalOf(marked('META-INF/channel_vk'))).toBe('taken');
    expect(await refusalOf(marked('META-INF/com.android.vending.mark'))).toBe('taken');
    expect(await refusalOf(marked('assets/channel_vk'))).toBe('broken_signature');
    expect(await refusalOf(marked('lib/arm64-v8a/libx.so'))).toBe('broken_signature');
  });
  test('accepts an entry list that is signed section by section, and none of whose sections is new', async () => {
    const files = [
      ['assets/Карта старого маяка на северном берегу моря.txt', Buffer.from('x')],
    ] as const;
    const whole = { signer: rsa, schemes: ['v1'], bySections: true, files } as const;
    expect(await refusalOf(makeApk(whole))).toBe('taken');
    const other = makeApk({ ...whole, swapped: [[files[0][0], Buffer.from('y')]] });
    expect(await refusalOf(other)).toBe('broken_signature');
    const forged = 'Manifest-Version: 1.0\r\n\r\nName: classes.dex\r\nSHA-256-Digest: AAAA\r\n\r\n';
    expect(
      await refusalOf(
        makeApk({ ...whole, swapped: [['META-INF/MANIFEST.MF', Buffer.from(forged)]] }),
      ),
    ).toBe('broken_signature');
  });
  test.each([
    'assets/Карта старого маяка на северном берегу моря.txt',
    'assets/x/Карта старого маяка на северном берегу моря.txt',
    '/sdcard/absolute.txt',
    'assets\\\\windows\\\\path.txt',
    'assets/../up.txt',
    'C:/drive.txt',
  ])('accepts an entry named %j under every scheme', async (name) => {
    for (const schemes of [['v1'], ['v1', 'v2']] as const)
      expect(
        (await read(makeApk({ signer: rsa, schemes, files: [[name, Buffer.from('x')]] }))).schemes,
      ).toEqual(schemes);
  });
  test('throws no unexpected error for corrupted bytes', async () => {
    const apks = [
      makeApk({ signer: ec, schemes: ['v1'] }),
      makeApk({ signer: ec, schemes: ['v2', 'v3'] }),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (which, changes) => {
          const bytes = Buffer.from(apks[which]!);
          for (const [index, value] of changes) bytes[index % bytes.length] = value;
          expect(['taken', 'bad_apk', 'no_manifest', 'unsigned_apk', 'broken_signature']).toContain(
            await refusalOf(bytes),
          );
        },
      ),
      { numRuns: 150, seed: 7 },
    );
  });
});
