import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApk } from '#tests/support/files/apk-maker.ts';
import { readApk } from './apk.ts';
import { ApkRefused } from './apk-bytes.ts';

const JARSIGNER = process.env['JARSIGNER_PATH'];
const APKSIGNER = process.env['APKSIGNER_PATH'];
const PASSWORD = 'respa-test';
/** Longer than a line of a manifest, so that lines break inside letters. */
const NAMES = [
  'assets/Звуки/Очень длинное имя файла со звуком шагов по мокрой траве.ogg',
  'assets/уровень 1/карта №1 «Маяк».json',
  'assets/日本語のとても長いファイル名のサウンドトラック.ogg',
];

let folder: string;
let [keys, unsigned] = ['', ''];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'respa-signers-'));
  keys = join(folder, 'keys.p12');
  unsigned = join(folder, 'unsigned.apk');
  await writeFile(
    unsigned,
    makeApk({ files: NAMES.map((name) => [name, Buffer.from(`content of ${name}`)] as const) }),
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Makes a key pair with keytool, which comes with jarsigner. */
function makeKeys(): void {
  execFileSync(join(dirname(JARSIGNER!), 'keytool'), [
    '-genkeypair',
    '-keystore',
    keys,
    '-storepass',
    PASSWORD,
    '-alias',
    'game',
    ...'-keyalg RSA -keysize 2048 -validity 1000 -dname CN=Маяк'.split(' '),
  ]);
}
async function signed(name: string, sign: (path: string) => void): Promise<string> {
  const path = join(folder, name);
  await copyFile(unsigned, path);
  sign(path);
  return path;
}
const byJarsigner = (path: string) =>
  execFileSync(JARSIGNER!, [
    '-keystore',
    keys,
    '-storepass',
    PASSWORD,
    '-digestalg',
    'SHA-256',
    '-sigalg',
    'SHA256withRSA',
    path,
    'game',
  ]);
const byApksigner = (schemes: readonly string[]) => (path: string) =>
  execFileSync(APKSIGNER!, [
    'sign',
    '--ks',
    keys,
    '--ks-pass',
    `pass:${PASSWORD}`,
    '--min-sdk-version',
    '21',
    ...'v1 v2 v3'
      .split(' ')
      .flatMap((scheme) => [`--${scheme}-signing-enabled`, String(schemes.includes(scheme))]),
    path,
  ]);

describe.skipIf(JARSIGNER === undefined)(
  'An application with names in Russian and Japanese',
  () => {
    beforeAll(makeKeys);

    test('signed by jarsigner is verified', async () => {
      const apk = await readApk(await signed('jarsigner.apk', byJarsigner));
      expect(apk).toMatchObject({ package: 'ru.respa.tower', schemes: ['v1'], signer: 'CN=Маяк' });
    });
    describe.skipIf(APKSIGNER === undefined)('signed by apksigner', () => {
      test.each([[['v1']], [['v2']], [['v1', 'v2']], [['v1', 'v2', 'v3']], [['v3']]])(
        'with %s is verified',
        async (schemes) => {
          const apk = await readApk(await signed(`${schemes.join('-')}.apk`, byApksigner(schemes)));
          expect(apk).toMatchObject({ package: 'ru.respa.tower', schemes, signer: 'CN=Маяк' });
        },
      );
      test('and changed afterwards is refused', async () => {
        const path = await signed('changed.apk', byApksigner(['v1', 'v2', 'v3']));
        const bytes = await readFile(path);
        bytes[40] = bytes[40]! ^ 0xff;
        await writeFile(path, bytes);
        await expect(readApk(path)).rejects.toBeInstanceOf(ApkRefused);
      });
    });
  },
);
