import type { Tx } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import type { After } from '#platform/database/transaction.ts';
import type { Folder } from './folders.ts';
import { keepPrepared } from './kept-files.ts';
import { preparePictures, type Prepared } from './prepared.ts';
import { removeMedia } from '../blobs/removal.ts';

/** The value in the row of an object with its own page that has no cover (`docs/decisions.md`). */
export const NO_COVER = 'banner.jpg';
export type HeaderFolders = { avatar: Folder; cover: Folder };
export type HeaderFiles = {
  avatar: StagedFile[];
  cover: StagedFile[];
  removal?: { avatar: boolean; cover: boolean };
};
export type HeaderNames = { avatar_url: string; banner_url: string };
export type PreparedHeader = {
  avatar: Prepared | undefined;
  cover: Prepared | undefined;
  all: Prepared[];
};

/**
 * Prepares avatar and cover of an object with its own page. Throws the errors of `preparePicture`.
 */
export async function prepareHeader(
  context: AppContext,
  input: HeaderFiles,
  folders: HeaderFolders,
): Promise<PreparedHeader> {
  const avatar = await preparePictures(context, input.avatar, folders.avatar);
  const cover = await preparePictures(context, input.cover, folders.cover);
  return { avatar: avatar[0], cover: cover[0], all: [...avatar, ...cover] };
}
export const headerNames = ({ avatar, cover }: PreparedHeader): HeaderNames => ({
  avatar_url: avatar?.name ?? '',
  banner_url: cover?.name ?? NO_COVER,
});
/**
 * Returns what changes in the row when pictures are set or removed, and removes the replaced ones.
 */
async function replaceHeader(
  context: AppContext,
  tx: Tx,
  after: After,
  folders: HeaderFolders,
  before: HeaderNames,
  { avatar, cover }: PreparedHeader,
  removal: HeaderFiles['removal'],
): Promise<Partial<HeaderNames>> {
  const change: Partial<HeaderNames> = {
    ...(avatar !== undefined || removal?.avatar ? { avatar_url: avatar?.name ?? '' } : {}),
    ...(cover !== undefined || removal?.cover ? { banner_url: cover?.name ?? NO_COVER } : {}),
  };
  await removeHeader(context, tx, after, folders, {
    avatar_url: change.avatar_url === undefined ? '' : before.avatar_url,
    banner_url: change.banner_url === undefined ? NO_COVER : before.banner_url,
  });
  return change;
}
/**
 * Edits an object with its own page. `lock` holds its row and checks the rights again; `update`
 * writes the row with what changes of its pictures. Throws the errors of `preparePicture`.
 */
export async function editWithHeader<Row extends HeaderNames>(
  context: AppContext,
  { folders, ...owner }: { folders: HeaderFolders; ownerId: string; scopeId: string },
  input: HeaderFiles,
  lock: (tx: Tx) => Promise<Row>,
  update: (tx: Tx, before: Row, pictures: Partial<HeaderNames>) => Promise<unknown>,
): Promise<void> {
  const header = await prepareHeader(context, input, folders);
  await keepPrepared(context, header.all, owner, async (tx, after) => {
    const before = await lock(tx);
    const pictures = await replaceHeader(
      context,
      tx,
      after,
      folders,
      before,
      header,
      input.removal,
    );
    await update(tx, before, pictures);
    return true;
  });
}
/** Reads the pictures of a header from a form, and which of them are removed. */
export const readHeaderFiles = (
  removed: { removeAvatar?: unknown; removeBanner?: unknown },
  files: { avatar: StagedFile[]; banner: StagedFile[] },
): Required<HeaderFiles> => ({
  avatar: files.avatar,
  cover: files.banner,
  removal: {
    avatar: removed.removeAvatar !== undefined,
    cover: removed.removeBanner !== undefined,
  },
});
/** Removes avatar and cover, where there are any. */
export async function removeHeader(
  context: AppContext,
  tx: Tx,
  after: After,
  folders: HeaderFolders,
  { avatar_url: avatar, banner_url: cover }: HeaderNames,
): Promise<void> {
  if (avatar !== '') await removeMedia(context, tx, after, folders.avatar, [avatar]);
  if (cover !== NO_COVER) await removeMedia(context, tx, after, folders.cover, [cover]);
}
