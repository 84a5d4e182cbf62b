import { Type } from 'typebox';
import { FILES } from './limits.ts';
import { Picture, PostHead } from './person.ts';
import { PostReactions } from './post-reactions.ts';
import { Id, Moment, Ok, Text, route } from './route.ts';

export const Photo = Type.Object({
  _id: Id,
  user: Id,
  imageUrl: Type.String(),
  picture: Picture,
  date: Moment,
  likes: Type.Integer(),
  comments: Type.Integer(),
  liked: Type.Boolean(),
  reactions: PostReactions,
  head: PostHead,
});

export const create = route({
  method: 'POST',
  path: '/createuserfoto',
  creates: true,
  access: 'member',
  limit: 'uploads',
  summary: 'Добавить фотографию на свою страницу',
  form: {
    fields: Type.Object({
      date: Type.Optional(Type.Unknown()),
      likes: Type.Optional(Type.Unknown()),
      comments: Type.Optional(Type.Unknown()),
    }),
    files: { file: { count: 1, maxBytes: FILES.picture.maxBytes } },
  },
  reply: Type.Object({ photo: Photo }),
  errors: ['no_file', 'bad_type', 'too_large'],
});
export const remove = route({
  method: 'DELETE',
  path: '/deleteuserfoto/:imageUrl',
  access: 'member',
  params: Type.Object({ imageUrl: Text({ max: 200, min: 1 }) }),
  summary: 'Удалить свою фотографию по имени файла',
  reply: Ok,
  errors: ['not_found'],
});
export const list = route({
  method: 'GET',
  path: '/photos/:userId',
  access: 'member',
  params: Type.Object({ userId: Id }),
  query: Type.Object({ before: Type.Optional(Id) }),
  summary: 'Фотографии человека, новые сверху',
  reply: Type.Object({ photos: Type.Array(Photo), count: Type.Integer(), isLast: Type.Boolean() }),
  errors: ['not_found'],
});
export const one = route({
  method: 'GET',
  path: '/userphoto/:id',
  access: 'member',
  params: Type.Object({ id: Id }),
  summary: 'Одна фотография',
  reply: Type.Object({ photo: Photo }),
  errors: ['not_found'],
});
