import { Type } from 'typebox';
import { Mentions } from './mentions.ts';
import { Picture } from './person.ts';
import { Id, Moment, Nullable } from './route.ts';

/** Who may comment on a post of a wall, among those who see it. */
export const POST_COMMENTERS = ['all', 'friends', 'nobody'] as const;
export type PostCommenters = (typeof POST_COMMENTERS)[number];
export const PostCommenters = Type.Unsafe<PostCommenters>(
  Type.String({ enum: [...POST_COMMENTERS], description: 'Кто может комментировать' }),
);
/** Who may comment on an article of a community. */
export const ARTICLE_COMMENTERS = ['all', 'subscribers', 'nobody'] as const;
export type ArticleCommenters = (typeof ARTICLE_COMMENTERS)[number];
export const ArticleCommenters = Type.Unsafe<ArticleCommenters>(
  Type.String({ enum: [...ARTICLE_COMMENTERS], description: 'Кто может комментировать' }),
);
export const MayComment = Type.Boolean({ description: 'Можно ли мне комментировать' });

/** The pictures of a form in their order. */
export const PicturesField = Type.Optional(
  Type.String({
    maxLength: 12_000,
    description:
      'JSON: картинки по порядку, {"name", "alt"} для прежней и {"file": номер, "alt"} для новой; alt — описание до 200 символов. Без поля новые идут за прежними',
  }),
);
export const PublishAtField = Type.Optional(
  Type.String({ maxLength: 40, description: 'ISO 8601: выйдет сам в этот час; пусто — нет' }),
);
export const VideoField = Type.Optional(
  Type.String({ maxLength: 36, description: 'id видео своего канала; пусто — без видео' }),
);

/** A video of the author's channel in a post. It is null for a reader who may not watch it. */
export const PostVideo = Nullable(
  Type.Object({
    _id: Id,
    title: Type.String(),
    duration: Type.Number({ description: 'Секунды' }),
    preview: Nullable(Picture),
  }),
);

export const Versions = Type.Object({
  versions: Type.Array(
    Type.Object({ title: Type.String(), text: Type.String(), mentions: Mentions, date: Moment }),
    { description: 'Прежние тексты, новые сверху, не больше 50' },
  ),
});
