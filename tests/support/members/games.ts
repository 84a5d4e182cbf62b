import * as account from '@respa/contract/account';
import * as catalogue from '@respa/contract/catalogue';
import type { ReplyOf } from '@respa/contract/route';
import { makeApk, makeSigner, type ApkOptions } from '../files/apk-maker.ts';
import { Caller, PASSWORD, type TestApp } from '../driver.ts';

export const ADMIN = { ADMIN_EMAIL: 'admin@respa.test' };
/** Registers with the admin's email address. */
export async function joinAdmin(app: TestApp): Promise<Caller> {
  const { token, userId } = await app.nobody.call(account.register, {
    body: {
      name: 'Админ',
      surname: 'Главный',
      age: '1990-01-01',
      email: ADMIN.ADMIN_EMAIL,
      country: '',
      city: '',
      password: PASSWORD,
    },
  });
  const admin = new Caller(app.url, { token, id: userId, email: ADMIN.ADMIN_EMAIL });
  const activated = await admin.call(account.activate, {
    body: { link: (await app.waitForLink(admin, 'activate')).split('/').at(-1) },
  });
  return new Caller(app.url, { ...admin, token: activated.token });
}

/** One key for all tests of a process that do not request another. */
let known: ReturnType<typeof makeSigner> | undefined;
export const ourSigner = () => (known ??= makeSigner('Респа'));
export const apkFile = (options: ApkOptions = {}): File =>
  new File([Uint8Array.from(makeApk({ signer: ourSigner(), ...options }))], 'game.apk');

export type ShownGame = ReplyOf<typeof catalogue.one>['game'];
/** Adds a game, with an app file by default. */
export const addGame = async (
  admin: Caller,
  name: string,
  body: Record<string, unknown> = {},
  source: File | null = apkFile(),
): Promise<ShownGame> =>
  (
    await admin.call(catalogue.upload, {
      body: { name, ...body },
      files: source === null ? {} : { source: [source] },
    })
  ).game;
export const readGame = async (who: Caller, id: string): Promise<ShownGame> =>
  (await who.call(catalogue.one, { params: { id } })).game;
