import * as authoring from '@respa/contract/authoring';
import type { ReplyOf } from '@respa/contract/route';
import * as wall from '@respa/contract/wall';
import type { Caller } from '../driver.ts';

type Post = ReplyOf<typeof wall.create>['post'];
export type PostOptions = {
  title?: string;
  commentsFor?: 'all' | 'friends' | 'nobody';
  pictures?: string;
  publishAt?: string;
  video?: string;
};
export const writePost = async (
  who: Caller,
  body: PostOptions & { draft?: 'true' } = {},
  file: Blob[] = [],
): Promise<Post> =>
  (await who.call(wall.create, { body: { title: 'Пост', ...body }, files: { file } })).post;
export const editPost = async (
  who: Caller,
  id: string,
  body: PostOptions,
  file: Blob[] = [],
): Promise<ReplyOf<typeof authoring.edit>['post']> =>
  (await who.call(authoring.edit, { params: { id }, body, files: { file } })).post;
