import { appError, type AppError } from '@respa/contract/app-errors';
import type { Store } from '@respa/contract/storage';
import type { Db } from '#platform/database/db.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Folder } from '../serving/folders.ts';
import { findUsed, gatherUsed } from './account-queries.ts';

/** The stores that count the rows of media; the cloud counts its own files. */
export type MediaStore = Exclude<Store, 'cloud'>;

const MEDIA_STORES: readonly MediaStore[] = ['videos', 'chats', 'pictures'];
const quotaOf = ({ config }: Pick<AppContext, 'config'>, store: MediaStore): number =>
  ({ videos: config.videoQuota, chats: config.chatQuota, pictures: config.pictureQuota })[store];

const FULL: Record<MediaStore, string> = {
  videos:
    'Место для видео закончилось. Удалите ненужные видео со своих каналов и попробуйте снова.',
  chats:
    'Место для файлов в переписках закончилось. Удалите свои сообщения с ненужными фотографиями, видео, голосовыми и файлами.',
  pictures:
    'Место для картинок закончилось. Удалите ненужные фотографии или посты с картинками и попробуйте снова.',
};
/** `storage_full`: which store is full, and what to do. */
const storageFull = (store: MediaStore): AppError =>
  appError('storage_full', { text: FULL[store], extra: { store } });

/** Returns what each store of a member holds and may hold, in bytes. */
export async function listStores(
  context: AppContext,
  ownerId: string,
): Promise<{ store: MediaStore; used: number; quota: number; files: number }[]> {
  const used = await gatherUsed(context.db, ownerId);
  return MEDIA_STORES.map((store) => {
    const { bytes = 0, files = 0 } = used.find((one) => one.store === store) ?? {};
    return { store, used: bytes, quota: quotaOf(context, store), files };
  });
}

/**
 * Throws `storage_full` if the store of a folder would hold more than its quota with so many more
 * bytes. Within the transaction that has written a file's row, its bytes are counted already.
 */
export async function assertFits(
  context: Pick<AppContext, 'config'>,
  db: Db,
  to: { ownerId: string; folder: Folder },
  more = 0,
): Promise<void> {
  const found = await findUsed(db, to.ownerId, to.folder);
  if (found !== null && found.bytes + more > quotaOf(context, found.store))
    throw storageFull(found.store);
}
