import { Type } from 'typebox';
import { Flag, OneGame, Target, onePicture } from './game-shapes.ts';
import { CATALOGUE, FILES, LENGTHS } from './limits.ts';
import { MentionsField } from './mentions.ts';
import { Id, Line, Nullable, Ok, Text, route } from './route.ts';

export const text = {
  description: Type.Optional(
    Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' }),
  ),
  mentions: MentionsField,
  version: Type.Optional(Line({ max: CATALOGUE.version, long: 'Версия не длиннее 40 символов' })),
  changes: Type.Optional(
    Text({ max: LENGTHS.description, long: 'Изменения не длиннее 5 000 символов' }),
  ),
  genres: Flag,
  tags: Flag,
  upload: Type.Optional(Text({ max: 100 })),
  date: Flag,
} as const;
const Name = Line({
  max: LENGTHS.title,
  min: 1,
  empty: 'Введите название',
  long: 'Название не длиннее 100 символов',
});
const files = {
  preview: onePicture,
  screenshot: {
    count: CATALOGUE.screenshots,
    maxBytes: FILES.picture.maxBytes,
    tooMany: 'too_many_screenshots',
  },
  source: { count: 1, maxBytes: FILES.apk, hashed: true },
} as const;
const APK_ERRORS = ['bad_apk', 'no_manifest', 'unsigned_apk', 'broken_signature'] as const;
const FILE_ERRORS = [
  'bad_mentions',
  'forbidden',
  'bad_tags',
  'too_many_screenshots',
  'bad_type',
  'too_large',
  'no_space',
  'unavailable',
  'upload_unfinished',
  'upload_lost',
  ...APK_ERRORS,
] as const;

// ── what the admin does
export const upload = route({
  method: 'POST',
  path: '/games/upload',
  creates: true,
  access: 'admin',
  limit: 'uploads',
  summary: 'Добавить игру; source — APK, или upload — законченная докачиваемая загрузка',
  form: { fields: Type.Object({ name: Name, ...text }), files },
  reply: OneGame,
  errors: FILE_ERRORS,
});
export const update = route({
  method: 'POST',
  path: '/games/update/:id',
  access: 'admin',
  limit: 'uploads',
  params: Target,
  summary:
    'Изменить игру; чего нет в форме, остаётся. Другой файл или другая версия — новая версия',
  form: {
    fields: Type.Object({
      name: Type.Optional(Name),
      ...text,
      keep: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description: 'Какие снимки остаются, по порядку: имена, JSON; новые идут за ними',
        }),
      ),
      removePreview: Flag,
    }),
    files,
  },
  reply: OneGame,
  errors: [
    'not_found',
    'bad_input',
    ...FILE_ERRORS,
    'other_certificate',
    'other_package',
    'older_version',
  ],
});
export const remove = route({
  method: 'DELETE',
  path: '/games/game/:id',
  access: 'admin',
  params: Target,
  summary: 'Удалить игру со всеми файлами, оценками и комментариями',
  reply: Ok,
  errors: ['not_found'],
});

/** The platform's own application. */
export const LandingApp = Type.Object({
  _id: Id,
  name: Type.String(),
  version: Type.String(),
  downloadUrl: Type.String(),
  bytes: Type.Integer(),
});
export const landing = route({
  method: 'GET',
  path: '/games/landing',
  access: 'visitor',
  summary: 'Приложение для первой страницы; null: его нет',
  reply: Type.Object({ game: Nullable(LandingApp) }),
});
export const setLanding = route({
  method: 'POST',
  path: '/games/landing/:id',
  access: 'admin',
  params: Target,
  summary: 'Поставить приложение на первую страницу вместо прежнего',
  reply: Ok,
  errors: ['not_found', 'no_apk'],
});
export const unsetLanding = route({
  method: 'DELETE',
  path: '/games/landing/:id',
  access: 'admin',
  params: Target,
  summary: 'Убрать приложение с первой страницы',
  reply: Ok,
  errors: ['not_found'],
});
