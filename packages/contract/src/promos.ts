import { Type } from 'typebox';
import { FILES, LENGTHS, PROMOS } from './limits.ts';
import { PersonCard, Picture } from './person.ts';
import { Id, Line, ListQuery, Moment, Nullable, Ok, Text, route, type RouteSpec } from './route.ts';

/**
 * Adds the documented name of a call: our own client uses a name that no ad blocker blocks
 * (`docs/decisions.md`). Filter lists match `/userads/` too.
 */
export const documented = <const R extends RouteSpec>(spec: R): R => ({
  ...spec,
  path: spec.path.replace(/^\/promo\/mine\//, '/promo/userads/').replace(/^\/promo/, '/innerad'),
});

/**
 * `waiting` for the admin's review, `shown` to members, `refused`, or `ended` after its last day.
 */
export const PROMO_STATES = ['waiting', 'shown', 'refused', 'ended'] as const;
export type PromoState = (typeof PROMO_STATES)[number];

const Counted = (description: string) =>
  Nullable(Type.Integer({ description: `${description}; видит только автор` }));
export const Promo = Type.Object({
  _id: Id,
  title: Type.String(),
  text: Type.String(),
  imageUrl: Type.String({ description: 'Имя в /media/inneradimages, оно же в /media/promos' }),
  picture: Picture,
  link: Type.String({ description: 'Пусто: ссылки нет' }),
  date: Moment,
  dieDate: Nullable(Type.String({ description: 'До проверки срок ещё не начался' })),
  days: Type.Integer({ description: 'На сколько дней размещена' }),
  state: Type.Unsafe<PromoState>(Type.String({ enum: [...PROMO_STATES] })),
  reason: Type.String({ description: 'Почему отклонена' }),
  person: PersonCard,
  views: Counted('Скольким показана'),
  clicks: Counted('Сколько переходов'),
});
const OnePromo = Type.Object({ ad: Promo });
const Promos = Type.Object({
  ads: Type.Array(Promo),
  count: Type.Integer(),
  isLast: Type.Boolean(),
});
const Target = Type.Object({ id: Id });
const OfUser = Type.Object({ userId: Id });
const Lifetime = Type.Optional(
  Type.Union([Type.String({ maxLength: 40 }), Type.Integer()], {
    description: 'Срок: число дней или дата, до 365 дней',
  }),
);

export const create = route({
  method: 'POST',
  path: '/promo/create/:userId',
  creates: true,
  access: 'member',
  limit: 'promos',
  params: OfUser,
  summary: 'Разместить рекламу: её покажут после проверки',
  form: {
    fields: Type.Object({
      title: Line({
        max: LENGTHS.title,
        min: 1,
        empty: 'Введите название',
        long: 'Название не длиннее 100 символов',
      }),
      text: Type.Optional(
        Text({ max: LENGTHS.description, long: 'Текст не длиннее 5 000 символов' }),
      ),
      link: Type.Optional(Type.String({ description: 'Абсолютная ссылка http(s)' })),
      dieDate: Lifetime,
      date: Type.Optional(Type.Unknown()),
    }),
    files: { file: { count: 1, maxBytes: FILES.picture.maxBytes } },
  },
  reply: OnePromo,
  errors: [
    'forbidden',
    'bad_input',
    'no_file',
    'bad_address',
    'bad_days',
    'too_many_promos',
    'bad_type',
    'too_large',
    'no_space',
    'storage_full',
    'unavailable',
  ],
});
export const one = route({
  method: 'GET',
  path: '/promo/ad/:id',
  access: 'member',
  params: Target,
  summary: 'Реклама',
  reply: OnePromo,
  errors: ['not_found'],
});
export const mine = route({
  method: 'GET',
  path: '/promo/mine/:userId',
  access: 'member',
  params: OfUser,
  query: Type.Object({ ...ListQuery.properties, before: Type.Optional(Id) }),
  summary: 'Моя реклама, новая сверху, вся: и закончившаяся, и отклонённая; q — в названии',
  reply: Promos,
  errors: ['forbidden'],
});
export const prolong = route({
  method: 'POST',
  path: '/promo/prolong/:id',
  creates: true,
  access: 'member',
  limit: 'promos',
  params: Target,
  body: Type.Object({ dieDate: Lifetime }),
  summary: 'Продлить на столько дней; закончившаяся показывается снова',
  reply: OnePromo,
  errors: ['not_found', 'forbidden', 'bad_days', 'not_shown'],
});
export const remove = route({
  method: 'DELETE',
  path: '/promo/:id',
  access: 'member',
  params: Target,
  summary: 'Удалить свою рекламу',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
const Day = Type.Object({
  date: Type.String({ description: 'ГГГГ-ММ-ДД, UTC' }),
  views: Type.Integer(),
  clicks: Type.Integer(),
});
const Days = Type.Object({ days: Type.Array(Day, { description: 'Каждый день, старые сверху' }) });
export const stats = route({
  method: 'GET',
  path: '/promo/stats/:id',
  access: 'member',
  params: Target,
  summary: `Показы и переходы по дням, не дальше ${PROMOS.days} дней назад`,
  reply: Days,
  errors: ['not_found', 'forbidden'],
});
export const ownStats = route({
  method: 'GET',
  path: '/promo/userstats/:userId',
  access: 'member',
  params: OfUser,
  summary: `Показы и переходы всей моей рекламы за ${PROMOS.statDays} дней`,
  reply: Days,
  errors: ['forbidden'],
});

// ── what members are shown
export const next = route({
  method: 'GET',
  path: '/promo/next',
  access: 'member',
  summary: 'Что показать мне: не моё, не виденное сегодня и не скрытое',
  reply: Type.Object({ ad: Nullable(Promo) }),
});
export const view = route({
  method: 'POST',
  path: '/promo/view/:id',
  access: 'member',
  limit: 'watching',
  params: Target,
  summary: 'Посчитать показ: от участника один в день',
  reply: Ok,
  errors: ['not_found'],
});
export const click = route({
  method: 'GET',
  path: '/promo/click/:id',
  access: 'member',
  writes: true,
  limit: 'watching',
  params: Target,
  summary: 'Посчитать переход: от участника один в день',
  reply: Ok,
  errors: ['not_found'],
});
export const hide = route({
  method: 'POST',
  path: '/promo/hide/:id',
  access: 'member',
  limit: 'likes',
  params: Target,
  summary: 'Больше не показывать мне эту рекламу',
  reply: Ok,
  errors: ['not_found'],
});

// ── what the admin does
export const waiting = route({
  method: 'GET',
  path: '/promo/waiting',
  access: 'admin',
  query: Type.Object({ after: Type.Optional(Id) }),
  summary: 'Что ждёт проверки, старое сверху',
  reply: Promos,
});
export const approve = route({
  method: 'POST',
  path: '/promo/approve/:id',
  access: 'admin',
  params: Target,
  summary: 'Одобрить: срок начинается сейчас',
  reply: OnePromo,
  errors: ['not_found', 'not_waiting'],
});
export const refuse = route({
  method: 'POST',
  path: '/promo/refuse/:id',
  access: 'admin',
  params: Target,
  summary: 'Отклонить и сказать автору, почему',
  body: Type.Object({
    reason: Text({
      max: PROMOS.reason,
      min: 1,
      empty: 'Напишите, почему',
      long: 'Причина не длиннее 500 символов',
    }),
  }),
  reply: OnePromo,
  errors: ['not_found', 'not_waiting'],
});
