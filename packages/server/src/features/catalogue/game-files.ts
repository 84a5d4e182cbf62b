import { appError, AppError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { discardStaged, type StagedFile } from '#platform/storage/staging.ts';
import {
  discardPrepared,
  dropUpload,
  prepareFile,
  preparePictures,
  takeUpload,
  type Prepared,
} from '#features/media/service.ts';
import { readPassport, type StoredPassport } from './apk/passport.ts';
import * as queries from './queries.ts';

const APK = { extension: 'apk', mime: 'application/vnd.android.package-archive' };
const BAD_FILE: ReadonlySet<string> = new Set([
  'bad_apk',
  'no_manifest',
  'unsigned_apk',
  'broken_signature',
  'other_certificate',
  'other_package',
  'older_version',
]);
export const [PICTURES, DOWNLOADS] = ['gamepreviews', 'gamedownloads'] as const;

export type GameText = {
  name?: string;
  description?: string;
  mentions?: string;
  version?: string;
  changes?: string;
  genres?: unknown;
  tags?: unknown;
  upload?: string;
};
export type GameFiles = { preview: StagedFile[]; screenshot: StagedFile[]; source: StagedFile[] };
export type Apk = { passport: StoredPassport; certificates: string[]; prepared: Prepared };
type Brought = {
  preview: Prepared | undefined;
  screenshots: Prepared[];
  apk: Apk | null;
  all: Prepared[];
};
/**
 * Reads and stores the files of a form for `work`, all of them or none. If the file is not an
 * application, its resumable upload is deleted too.
 */
export async function storeFormFiles<T>(
  context: AppContext,
  viewer: Viewer,
  input: GameText & { files: GameFiles },
  work: (brought: Brought) => Promise<T>,
): Promise<T> {
  const taken =
    input.upload === undefined || input.upload === ''
      ? []
      : [await takeUpload(context, viewer, input.upload, 'apk')];
  const all: Prepared[] = [];
  let isHandedOn = false;
  const add = async (made: Promise<Prepared[]>) => {
    const done = await made;
    all.push(...done);
    return done;
  };
  try {
    const source = taken[0] ?? input.files.source[0];
    const read = source === undefined ? null : await readPassport(source);
    const [preview] = await add(preparePictures(context, input.files.preview, PICTURES));
    const screenshots = await add(preparePictures(context, input.files.screenshot, PICTURES));
    const [prepared] =
      source === undefined
        ? []
        : await add(prepareFile(context, source, DOWNLOADS, APK).then((one) => [one]));
    isHandedOn = true;
    return await work({
      preview,
      screenshots,
      apk: read === null ? null : { ...read, prepared: prepared! },
      all,
    });
  } catch (error) {
    // Once passed to `work`, the files are kept or discarded by the code that knows the outcome of
    // the commit.
    if (!isHandedOn) await discardPrepared(context, all);
    if (taken.length > 0 && error instanceof AppError && BAD_FILE.has(error.code))
      await dropUpload(context, input.upload!);
    throw error;
  } finally {
    await discardStaged(taken);
  }
}
export const fileOf = (apk: Apk | null) => ({
  file: apk?.prepared.name ?? null,
  passport: apk?.passport ?? null,
});
export const identityOf = ({ passport }: Apk) => ({
  package: passport.package,
  version_code: passport.versionCode,
  certificate: passport.certificate,
});
/**
 * Requires that an update has the same package, the same signer and no older version: a device
 * would not install it over the existing one.
 */
export function assertFits(before: queries.GameRow, { passport, certificates }: Apk): void {
  if (before.package === null || before.certificate === null) return;
  if (passport.package !== before.package) throw appError('other_package');
  if (!certificates.includes(before.certificate)) throw appError('other_certificate');
  if (passport.versionCode < (before.version_code ?? 0)) throw appError('older_version');
}
