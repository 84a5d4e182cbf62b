import { UPLOAD_FOLDERS, type UploadFolder } from '@respa/contract/admin';
import { appError } from '@respa/contract/app-errors';
import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { clearMediaOwner, replacePicture } from '#features/media/service.ts';

const NAME = /^([a-z0-9_-]+)(?:\.[a-z0-9]{1,5})?$/;
/** Names of the random form and names of renditions are reserved. */
const TAKEN = /^[0-9a-f]{32}$|-(?:640|160|view)$/;

/** Returns the name without its extension, which depends on the content. Throws `bad_file_name`. */
export function readStem(name: string): string {
  const stem = NAME.exec(name)?.[1];
  if (stem === undefined || TAKEN.test(stem))
    throw appError('bad_file_name', {
      fields: { name: 'Имя файла: строчные латинские буквы, цифры, дефис и подчёркивание.' },
    });
  return stem;
}
/**
 * Stores a picture in a folder under a name chosen by the admin, replacing one of that name. Throws
 * `no_file`, `bad_file_name`, `bad_type`, `too_large`, `no_space`.
 */
export async function putUpload(
  context: AppContext,
  viewer: Viewer,
  input: { folder: UploadFolder; name: string; file: StagedFile[] },
): Promise<{ name: string; url: string }> {
  const stem = readStem(input.name);
  const [file] = input.file;
  if (file === undefined)
    throw appError('no_file', { text: 'Выберите файл', fields: { file: 'Выберите файл' } });
  const name = await replacePicture(
    context,
    file,
    { folder: input.folder, stem },
    { ownerId: viewer.id },
    (tx, called) =>
      context.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'upload',
        kind: `${input.folder}/${called}`,
      }),
  );
  return { name, url: `/media/${input.folder}/${name}` };
}
/**
 * Handles the deletion of an admin's account: what they put on the site belongs to the platform.
 */
export const deleteAdminData = (tx: Tx, userId: string) =>
  clearMediaOwner(tx, userId, UPLOAD_FOLDERS);
