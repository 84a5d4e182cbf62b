import { UPLOAD_FOLDERS, type UploadFolder } from '@respa/contract/admin';
import { fault } from '@respa/contract/faults';
import type { Tx } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import type { StagedFile } from '#platform/staging.ts';
import { disownMedia, replacePicture } from '#features/media/service.ts';

const NAME = /^([a-z0-9_-]+)(?:\.[a-z0-9]{1,5})?$/;
/** Names that chance gives, and those of renditions, are not the admin's to give. */
const TAKEN = /^[0-9a-f]{32}$|-(?:640|160|view)$/;

/** The name without its extension: content decides that. Throws `bad_file_name`. */
export function readStem(name: string): string {
  const stem = NAME.exec(name)?.[1];
  if (stem === undefined || TAKEN.test(stem))
    throw fault('bad_file_name', {
      fields: { name: 'Имя файла: строчные латинские буквы, цифры, дефис и подчёркивание.' },
    });
  return stem;
}
/** Puts a picture into a folder under a name of the admin's, in place of the one of that name. Throws `no_file`, `bad_file_name`, `bad_type`, `too_large`, `no_space`. */
export async function putUpload(
  ground: Ground,
  viewer: Viewer,
  given: { folder: UploadFolder; name: string; file: StagedFile[] },
): Promise<{ name: string; url: string }> {
  const stem = readStem(given.name);
  const [file] = given.file;
  if (file === undefined)
    throw fault('no_file', { text: 'Выберите файл', fields: { file: 'Выберите файл' } });
  const name = await replacePicture(
    ground,
    file,
    { folder: given.folder, stem },
    { ownerId: viewer.id },
    (tx, called) =>
      ground.signals.emit('adminActed', {
        tx,
        adminId: viewer.id,
        action: 'upload',
        kind: `${given.folder}/${called}`,
      }),
  );
  return { name, url: `/media/${given.folder}/${name}` };
}
/** An admin goes for good: what they put on the site is the house's. */
export const leaveDesk = (tx: Tx, userId: string) => disownMedia(tx, userId, UPLOAD_FOLDERS);
