import { Type } from 'typebox';
import { route } from './route.ts';

/** What a member's files are counted in; each has a quota of its own. */
export const STORES = ['cloud', 'videos', 'chats', 'pictures'] as const;
export type Store = (typeof STORES)[number];

export const usage = route({
  method: 'GET',
  path: '/storage',
  access: 'member',
  summary: 'Сколько места занимают свои файлы и сколько можно, в байтах',
  reply: Type.Object({
    stores: Type.Array(
      Type.Object({
        store: Type.Unsafe<Store>(
          Type.String({
            enum: [...STORES],
            description:
              'cloud: облако; videos: видео канала с обложками и качествами; chats: переписки; pictures: остальные картинки',
          }),
        ),
        used: Type.Integer(),
        quota: Type.Integer(),
        files: Type.Integer(),
      }),
    ),
  }),
});
