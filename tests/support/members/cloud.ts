import * as cloud from '@respa/contract/cloud';
import type { ReplyOf } from '@respa/contract/route';
import type { Caller } from '../driver.ts';

type CloudFile = ReplyOf<typeof cloud.upload>['added'][number];
type Content = ConstructorParameters<typeof File>[0][number];
/** Uploads one file into a folder of a member's cloud, or into its root. */
export const putFile = async (
  who: Caller,
  name: string,
  content: Content,
  folder?: { _id: string },
): Promise<CloudFile> =>
  (
    await who.call(cloud.upload, {
      body: folder === undefined ? {} : { folder: { id: folder._id, name: 'любое' } },
      files: { file: [new File([content], name)] },
    })
  ).added[0]!;
export const makeFolder = async (
  who: Caller,
  name: string,
  parent?: { _id: string },
): Promise<ReplyOf<typeof cloud.mkdir>['created']> =>
  (await who.call(cloud.mkdir, { body: { name, folderId: parent?._id ?? '' } })).created;
/** Returns the names of the files in a folder, in the order of the list. */
export const listNames = async (who: Caller, folder = '', query = {}): Promise<string[]> =>
  (await who.call(cloud.list, { query: { folder, ...query } })).files.map((file) => file.name);
