import { Type } from 'typebox';
import { EVENTS, FILES, LENGTHS } from './limits.ts';
import { Picture } from './person.ts';
import { Id, Nullable, Ok, Text, route } from './route.ts';

export const Event = Type.Object({
  _id: Id,
  text: Type.String(),
  date: Type.String({ description: 'YYYY-MM-DD, день наблюдателя' }),
  year: Type.Integer(),
  month: Type.Integer({ description: '1–12' }),
  day: Type.Integer(),
  time: Type.String({ description: 'HH:MM или пусто' }),
  interesting: Type.Boolean(),
  information: Type.String(),
  visibility: Type.String(),
  sort: Type.Integer(),
  file: Nullable(Picture),
  file2: Nullable(Picture),
});
const whole = (min: number, max: number, wrong: string) =>
  Type.Integer({
    minimum: min,
    maximum: max,
    errorTexts: { type: wrong, minimum: wrong, maximum: wrong, required: wrong },
  });
const fields = {
  text: Text({
    max: LENGTHS.description,
    min: 1,
    empty: 'Опишите событие',
    long: 'Описание не длиннее 5 000 символов',
  }),
  year: Type.Optional(whole(1900, 2200, 'Год: от 1900 до 2200')),
  month: whole(1, 12, 'Месяц: от 1 до 12'),
  day: whole(1, 31, 'День: от 1 до 31'),
  time: Type.Optional(
    Type.String({
      pattern: '^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9])?$',
      errorTexts: { pattern: 'Время: ЧЧ:ММ' },
    }),
  ),
  interesting: Type.Optional(Type.Unknown()),
  information: Type.Optional(
    Text({ max: LENGTHS.description, long: 'Подробности не длиннее 5 000 символов' }),
  ),
  visibility: Type.Optional(
    Text({ max: EVENTS.visibility, long: 'Видимость не длиннее 200 символов' }),
  ),
  sort: Type.Optional(
    Type.String({
      pattern: '^-?[0-9]{0,7}$',
      errorTexts: { pattern: 'Порядок: целое число до миллиона' },
    }),
  ),
};
const one = { count: 1, maxBytes: FILES.picture.maxBytes };
const params = Type.Object({ id: Id });

export const create = route({
  method: 'POST',
  path: '/aep/new-event',
  creates: true,
  access: 'admin',
  limit: 'uploads',
  summary: 'Добавить событие',
  reply: Type.Object({ event: Event }),
  errors: ['bad_type', 'too_large'],
  form: { fields: Type.Object(fields), files: { file: one, file2: one } },
});
export const edit = route({
  method: 'POST',
  path: '/aep/event/:id',
  access: 'admin',
  limit: 'uploads',
  summary: 'Изменить событие; картинка без новой остаётся',
  params,
  reply: Type.Object({ event: Event }),
  errors: ['not_found', 'bad_type', 'too_large'],
  form: {
    fields: Type.Object({
      ...fields,
      removeFile: Type.Optional(Type.Unknown()),
      removeFile2: Type.Optional(Type.Unknown()),
    }),
    files: { file: one, file2: one },
  },
});
export const remove = route({
  method: 'DELETE',
  path: '/aep/event/:id',
  access: 'admin',
  summary: 'Удалить событие',
  params,
  reply: Ok,
  errors: ['not_found'],
});
export const list = route({
  method: 'GET',
  path: '/aep/events',
  access: 'member',
  summary:
    'События: будущие по порядку, прошедшие — новые сверху; after — последнее, что уже есть; from — сегодняшний день того, кто спрашивает',
  query: Type.Object({
    part: Type.Optional(Type.Unsafe<'next' | 'past'>(Type.String({ enum: ['next', 'past'] }))),
    after: Type.Optional(Id),
    from: Type.Optional(
      Type.String({
        maxLength: 10,
        description: 'ГГГГ-ММ-ДД; дальше чем на день от нашего не бывает',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  reply: Type.Object({ events: Type.Array(Event), isLast: Type.Boolean() }),
});
