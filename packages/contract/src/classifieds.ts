import { Type } from 'typebox';
import { WARNINGS, type Warning } from './classified-rules.ts';
import { CLASSIFIEDS, FILES, LENGTHS } from './limits.ts';
import { Mentions, MentionsField } from './mentions.ts';
import { PersonCard, Picture } from './person.ts';
import { Id, Line, ListQuery, Moment, Nullable, Ok, Text, route, type RouteSpec } from './route.ts';

/**
 * Adds the documented name of a board call: our own client uses a name that no ad blocker blocks
 * (`docs/decisions.md`).
 */
export const documented = <const R extends RouteSpec>(spec: R): R => ({
  ...spec,
  path: spec.path.replace(/^\/board\/offer\//, '/board/ad/').replace(/^\/board/, '/ad'),
});

export const AD_STATES = ['active', 'ended', 'closed'] as const;
export type AdState = (typeof AD_STATES)[number];
export const AD_SORTS = ['new', 'cheap', 'dear'] as const;
export type AdSort = (typeof AD_SORTS)[number];

/** What a seller states about an account; null if not stated. */
export const Passport = Type.Object({
  region: Nullable(Type.String()),
  rank: Nullable(Type.String()),
  phone: Nullable(Type.Boolean({ description: 'Привязан ли телефон' })),
  mail: Nullable(Type.Boolean({ description: 'Привязана ли почта' })),
  bans: Nullable(Type.String({ description: 'Какие были блокировки' })),
});
const State = Type.Unsafe<AdState>(
  Type.String({
    enum: [...AD_STATES],
    description: 'active — в списках; ended — срок вышел; closed — продано',
  }),
);
/** An ad in a list; lists contain no telephone numbers. */
export const AdCard = Type.Object({
  _id: Id,
  title: Type.String(),
  description: Type.String({ description: 'В списках — начало' }),
  price: Type.Integer({ description: 'Рубли' }),
  game: Type.String(),
  images: Type.Array(Type.String(), { description: 'Имена в /media/ads, они же в /media/board' }),
  picture: Nullable(Picture),
  date: Moment,
  dieDate: Nullable(Moment),
  user: Id,
  state: State,
  isFavourite: Type.Boolean(),
  isAccount: Type.Boolean(),
  looks: Nullable(Type.Integer({ description: 'Сколько раз посмотрели; видит только владелец' })),
});
export const Ad = Type.Object({
  ...AdCard.properties,
  mentions: Mentions,
  pictures: Type.Array(Picture),
  phone: Type.String({ description: 'Целиком — только владельцу; пусто: телефона нет' }),
  passport: Nullable(Passport),
  person: PersonCard,
  warnings: Type.Array(
    Type.Object({
      kind: Type.Unsafe<Warning>(Type.String({ enum: [...WARNINGS] })),
      words: Type.String(),
    }),
  ),
});
const OneAd = Type.Object({ ad: Ad });
export const Target = Type.Object({ id: Id });
const Flag = Type.Optional(Type.Unknown());
const Before = Type.Optional(Id);
const Price = Type.Integer({
  minimum: 0,
  maximum: CLASSIFIEDS.price,
  errorTexts: {
    type: 'Цена — целое число рублей.',
    minimum: 'Цена — целое число рублей.',
    maximum: 'Цена — не больше 1 000 000 000.',
  },
});
const Lifetime = Type.Union([Type.String({ maxLength: 40 }), Type.Integer()], {
  description: 'Срок: число дней или дата; 0 — без срока',
});
const Cost = Type.Union([Type.String({ maxLength: 40 }), Type.Integer()], {
  description: 'Рубли: 1500, «1 500», «1500 руб»',
});
export const Game = Line({ max: LENGTHS.title, long: 'Название игры не длиннее 100 символов' });
const Title = Line({
  max: LENGTHS.title,
  min: 1,
  empty: 'Введите название',
  long: 'Название не длиннее 100 символов',
});
const text = {
  description: Type.Optional(
    Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' }),
  ),
  mentions: MentionsField,
  game: Type.Optional(Game),
  phone: Type.Optional(Line({ max: CLASSIFIEDS.phone, long: 'Неверный номер телефона' })),
  passport: Type.Optional(
    Type.String({
      maxLength: 4_000,
      description: 'Паспорт аккаунта, JSON; пусто — продаётся не аккаунт',
    }),
  ),
  date: Flag,
  user: Flag,
} as const;
const files = { file: { count: FILES.postPictures, maxBytes: FILES.picture.maxBytes } } as const;
const WRITE_ERRORS = [
  'bad_input',
  'bad_price',
  'bad_lifetime',
  'bad_phone',
  'bad_passport',
  'bad_mentions',
  'too_many_files',
  'bad_type',
  'too_large',
  'no_space',
  'storage_full',
  'unavailable',
] as const;

export const create = route({
  method: 'POST',
  path: '/board/create',
  creates: true,
  access: 'member',
  limit: 'classifieds',
  summary: 'Разместить объявление; file0…file4 — картинки',
  form: {
    fields: Type.Object({
      title: Title,
      price: Type.Optional(Cost),
      dieDate: Type.Optional(Lifetime),
      ...text,
    }),
    files,
  },
  reply: OneAd,
  errors: [...WRITE_ERRORS, 'too_many_ads'],
});
export const edit = route({
  method: 'POST',
  path: '/board/edit/:id',
  access: 'member',
  limit: 'uploads',
  params: Target,
  summary: 'Изменить своё объявление; чего нет в форме, остаётся',
  form: {
    fields: Type.Object({
      title: Type.Optional(Title),
      price: Type.Optional(Cost),
      ...text,
      keep: Type.Optional(
        Type.String({
          maxLength: 2_000,
          description: 'Какие картинки остаются, по порядку: имена, JSON; новые идут за ними',
        }),
      ),
    }),
    files,
  },
  reply: OneAd,
  errors: ['not_found', 'forbidden', ...WRITE_ERRORS],
});
export const prolong = route({
  method: 'POST',
  path: '/board/prolong/:id',
  creates: true,
  access: 'member',
  params: Target,
  summary: 'Продлить от конца срока; снятое и закончившееся возвращается в списки',
  body: Type.Object({ dieDate: Type.Optional(Lifetime) }),
  reply: OneAd,
  errors: ['not_found', 'forbidden', 'bad_lifetime'],
});
export const close = route({
  method: 'POST',
  path: '/board/close/:id',
  access: 'member',
  params: Target,
  summary: 'Продано: убрать из списков',
  reply: OneAd,
  errors: ['not_found', 'forbidden'],
});
export const remove = route({
  method: 'DELETE',
  path: '/board/:id',
  access: 'member',
  params: Target,
  summary: 'Удалить своё объявление',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});

export const one = route({
  method: 'GET',
  path: '/board/offer/:id',
  access: 'member',
  params: Target,
  summary: 'Объявление',
  reply: OneAd,
  errors: ['not_found'],
});
export const phone = route({
  method: 'GET',
  path: '/board/phone/:id',
  access: 'member',
  limit: 'phones',
  params: Target,
  summary: 'Телефон продавца',
  reply: Type.Object({ phone: Type.String() }),
  errors: ['not_found', 'no_phone'],
});
export const click = route({
  method: 'GET',
  path: '/board/click/:id',
  access: 'member',
  writes: true,
  params: Target,
  summary: 'Посчитать просмотр: от участника один в день',
  reply: Ok,
  errors: ['not_found'],
});

const List = Type.Object({
  ads: Type.Array(AdCard),
  count: Type.Optional(
    Type.Integer({
      description: `На первой странице; не больше ${CLASSIFIEDS.counted}: дальше не считается`,
    }),
  ),
  isLast: Type.Boolean(),
});
const Rows = Type.Object({ ads: Type.Array(AdCard), isLast: Type.Boolean() });
export const Marked = Type.Object({
  ...Rows.properties,
  next: Nullable(Type.String({ description: 'Что передать в before' })),
});
export const filters = {
  game: Type.Optional(Type.String({ maxLength: LENGTHS.title, kind: 'line' })),
  from: Type.Optional(Price),
  to: Type.Optional(Price),
} as const;
export const list = route({
  method: 'GET',
  path: '/board/all',
  access: 'member',
  limit: 'search',
  summary: 'Объявления; q — в названии, описании и игре, user — одного продавца',
  reply: List,
  query: Type.Object({
    ...ListQuery.properties,
    ...filters,
    before: Before,
    beforePrice: Type.Optional({
      ...Price,
      description:
        'По цене: сколько стоило последнее; без неё дальше можно идти только от того, что ещё есть',
    }),
    count: Type.Optional(
      Type.Unsafe<'no'>(Type.String({ enum: ['no'], description: 'Не считать, сколько всего' })),
    ),
    user: Type.Optional(Id),
    pictures: Type.Optional(Type.Unsafe<'true'>(Type.String({ enum: ['true'] }))),
    sort: Type.Optional(Type.Unsafe<AdSort>(Type.String({ enum: [...AD_SORTS] }))),
  }),
});
export const newest = route({
  method: 'POST',
  path: '/board/new',
  access: 'member',
  limit: 'search',
  summary: 'Новые объявления: с этого дня или позже, ISO или дд.мм.гггг',
  query: Type.Object({ ...ListQuery.properties, before: Before }),
  body: Type.Object({ date: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: List,
  errors: ['bad_date'],
});
export const Paged = Type.Object({ before: Before });
export const mine = route({
  method: 'GET',
  path: '/board/mine',
  access: 'member',
  query: Paged,
  summary: 'Мои объявления, новые сверху, закончившиеся и снятые тоже',
  reply: Rows,
});
