import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { Id, Line, Moment, Nullable, Ok, Text, route } from './route.ts';

const Password = Type.String({
  minLength: 1,
  maxLength: 1_000,
  kind: 'raw',
  errorTexts: { minLength: 'Введите пароль', required: 'Введите пароль' },
});
/** Six digits from the authenticator app, or a recovery code; spaces and dashes are ignored. */
const Code = Text({ min: 1, max: 40, empty: 'Введите код', long: 'Неверный код.' });
const Link = Type.Object({ link: Type.String({ maxLength: 200 }) });
const Codes = Type.Object({
  codes: Type.Array(Type.String(), { description: 'Запасные коды; показываются один раз' }),
});

export const email = route({
  method: 'GET',
  path: '/auth/email',
  access: 'member',
  summary: 'Своя почта и та, что ждёт подтверждения',
  reply: Type.Object({ email: Type.String(), pending: Nullable(Type.String()) }),
});
export const changeEmail = route({
  method: 'POST',
  path: '/auth/change-email',
  access: 'member',
  summary: 'Сменить почту: новая начнёт действовать, когда откроют ссылку из письма на неё',
  body: Type.Object({
    email: Line({
      max: LENGTHS.email,
      min: 1,
      empty: 'Введите почту',
      long: 'Неверный формат почты',
    }),
    password: Type.Optional(Type.String({ maxLength: 1_000, kind: 'raw' })),
    code: Type.Optional(Text({ max: 40, long: 'Неверный код.' })),
  }),
  reply: Type.Object({ pending: Nullable(Type.String()) }),
  errors: ['email_taken', 'bad_password', 'bad_code', 'too_often'],
});
export const cancelEmail = route({
  method: 'DELETE',
  path: '/auth/email',
  access: 'member',
  summary: 'Оставить прежнюю почту',
  reply: Ok,
});
/**
 * What an emailed link confirms: `change` a new address, `undo` the return of an old one, `factor`
 * the second factor that was switched on.
 */
export const CONFIRMATIONS = ['change', 'undo', 'factor'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];
export const confirmation = route({
  method: 'GET',
  path: '/auth/confirm-email/:link',
  access: 'visitor',
  knowsCaller: true,
  summary: 'Что и для чьего профиля подтверждает ссылка из письма; ничего не меняет',
  params: Link,
  reply: Type.Object({
    kind: Type.Unsafe<Confirmation>(Type.String({ enum: [...CONFIRMATIONS] })),
    name: Type.String(),
    email: Type.String({
      description: 'Почта, которая станет почтой профиля; для factor нынешняя',
    }),
    isMine: Type.Boolean({ description: 'Токен принадлежит этому же профилю' }),
  }),
  errors: ['bad_link'],
});
export const confirmEmail = route({
  method: 'POST',
  path: '/auth/confirm-email',
  access: 'visitor',
  knowsCaller: true,
  summary:
    'Подтвердить по ссылке из письма новую почту или двухфакторную защиту (с токеном или паролем профиля) либо вернуть прежнюю почту',
  body: Type.Object({
    link: Type.String({ maxLength: 200 }),
    password: Type.Optional(Type.String({ maxLength: 1_000, kind: 'raw' })),
  }),
  reply: Type.Object({
    ok: Type.Boolean(),
    undone: Type.Boolean({
      description: 'Вернулась прежняя почта, все сессии закончены, пароль больше не действует',
    }),
  }),
  errors: ['bad_link', 'password_required', 'email_taken', 'too_often'],
});

export const second = route({
  method: 'POST',
  path: '/auth/second',
  access: 'visitor',
  summary: 'Второй шаг входа: код из приложения или запасной код',
  listsErrors: true,
  body: Type.Object({ challenge: Type.String({ maxLength: 200 }), code: Code }),
  reply: Type.Object({ token: Type.String(), userId: Id, errors: Type.Array(Type.String()) }),
  errors: ['challenge_over', 'bad_code', 'too_often', 'suspended'],
});
export const factor = route({
  method: 'GET',
  path: '/auth/second',
  access: 'member',
  summary: 'Спрашивают ли у меня код при входе',
  reply: Type.Object({
    on: Type.Boolean(),
    since: Nullable(Moment),
    codesLeft: Type.Integer(),
    isConfirmed: Type.Boolean({
      description: 'Подтверждён по письму: сброс пароля по почте его не выключает',
    }),
  }),
});
export const beginFactor = route({
  method: 'POST',
  path: '/auth/second/begin',
  access: 'member',
  summary: 'Новый секрет для приложения; действует после подтверждения кодом',
  body: Type.Object({ password: Password }),
  reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
  errors: ['bad_password', 'too_often', 'factor_on'],
});
export const confirmFactor = route({
  method: 'POST',
  path: '/auth/second/confirm',
  access: 'member',
  summary: 'Включить двухфакторную защиту первым кодом из приложения',
  body: Type.Object({ code: Code }),
  reply: Codes,
  errors: ['factor_not_begun', 'factor_on', 'bad_code', 'too_often'],
});
export const mailFactor = route({
  method: 'POST',
  path: '/auth/second/mail',
  access: 'member',
  summary: 'Ещё одно письмо, чтобы подтвердить двухфакторную защиту',
  limit: 'mails',
  reply: Ok,
  errors: ['factor_not_begun'],
});
export const endFactor = route({
  method: 'POST',
  path: '/auth/second/off',
  access: 'member',
  summary: 'Больше не спрашивать код',
  body: Type.Object({ password: Password, code: Code }),
  reply: Ok,
  errors: ['bad_password', 'bad_code', 'too_often'],
});
export const newCodes = route({
  method: 'POST',
  path: '/auth/second/codes',
  access: 'member',
  summary: 'Новые запасные коды вместо прежних',
  body: Type.Object({ password: Password, code: Code }),
  reply: Codes,
  errors: ['bad_password', 'bad_code', 'too_often', 'factor_not_begun'],
});

export const OUTCOMES = ['in', 'wrong_password', 'wrong_code'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const signIns = route({
  method: 'GET',
  path: '/auth/sign-ins',
  access: 'member',
  summary: 'Входы на мою страницу за 90 дней, новые сначала',
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({
    signIns: Type.Array(
      Type.Object({
        _id: Id,
        date: Moment,
        device: Type.String(),
        address: Type.String(),
        outcome: Type.Unsafe<Outcome>(Type.String({ enum: [...OUTCOMES] })),
      }),
    ),
    isLast: Type.Boolean(),
  }),
});
