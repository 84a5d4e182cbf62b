import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { Id, Line, Moment, Nullable, Ok, Text, route } from './route.ts';

const Email = Line({
  max: LENGTHS.email,
  min: 1,
  empty: 'Введите почту',
  long: 'Неверный формат почты',
});
const NewPassword = Type.String({
  minLength: LENGTHS.password.min,
  maxLength: LENGTHS.password.max,
  kind: 'raw',
  errorTexts: {
    minLength: 'Пароль должен быть не короче 8 символов',
    required: 'Где-то не введен пароль',
    empty: 'Где-то не введен пароль',
    maxLength: 'Пароль должен быть не длиннее 128 символов',
  },
});
const PasswordInput = Type.String({
  minLength: 1,
  maxLength: 1_000,
  kind: 'raw',
  errorTexts: { minLength: 'Где-то не введен пароль', required: 'Где-то не введен пароль' },
});
const Errors = Type.Array(Type.String());
const Place = Line({ max: LENGTHS.place, long: 'Слишком длинное название.' });

export const register = route({
  method: 'POST',
  path: '/auth/register',
  access: 'visitor',
  summary: 'Регистрация',
  limit: 'register',
  listsErrors: true,
  body: Type.Object({
    name: Line({
      max: LENGTHS.name,
      min: 1,
      empty: 'Введите имя',
      long: 'Имя не длиннее 50 символов',
    }),
    surname: Line({
      max: LENGTHS.name,
      min: 1,
      empty: 'Введите фамилию',
      long: 'Фамилия не длиннее 50 символов',
    }),
    age: Type.String({
      maxLength: 30,
      description: 'Дата рождения, YYYY-MM-DD',
      errorTexts: { required: 'Введите дату рождения' },
    }),
    email: Email,
    country: Type.Optional(Place),
    city: Type.Optional(Place),
    password: NewPassword,
    site: Type.Optional(Type.Unknown()),
  }),
  reply: Type.Object({ token: Type.String(), userId: Id, errors: Errors }),
  errors: ['email_taken', 'simple_password'],
});
export const login = route({
  method: 'POST',
  path: '/auth/login',
  access: 'visitor',
  summary: 'Вход',
  listsErrors: true,
  body: Type.Object({ email: Email, password: PasswordInput }),
  reply: Type.Object({ token: Type.String(), userId: Id, errors: Errors }),
  errors: ['bad_credentials', 'too_often', 'suspended', 'second_factor', 'unavailable'],
});
export const logout = route({
  method: 'POST',
  path: '/auth/logout',
  access: 'account',
  summary: 'Выход',
  reply: Ok,
});
export const refresh = route({
  method: 'GET',
  path: '/refresh',
  access: 'visitor',
  knowsCaller: true,
  summary: 'Продление сессии',
  writes: true,
  reply: Type.Object({
    verified: Type.Boolean(),
    activated: Type.Boolean(),
    greeting: Type.Boolean(),
    token: Nullable(Type.String()),
    userId: Nullable(Type.String()),
  }),
});
export const activation = route({
  method: 'GET',
  path: '/auth/activation/:link',
  access: 'visitor',
  knowsCaller: true,
  summary: 'Чью почту подтверждает ссылка из письма; ничего не меняет',
  params: Type.Object({ link: Type.String({ maxLength: 200 }) }),
  reply: Type.Object({
    email: Type.String(),
    name: Type.String(),
    isUsed: Type.Boolean({ description: 'Почта уже подтверждена' }),
    isMine: Type.Boolean({ description: 'Токен принадлежит этой же регистрации' }),
  }),
  errors: ['bad_link'],
});
export const activate = route({
  method: 'POST',
  path: '/auth/activate',
  access: 'visitor',
  knowsCaller: true,
  summary:
    'Активация по ссылке из письма: с токеном той же регистрации, с её паролем или с новым паролем. Остальные сессии заканчиваются',
  body: Type.Object({
    link: Type.String({ maxLength: 200 }),
    password: Type.Optional(Type.String({ maxLength: 1_000, kind: 'raw' })),
    newPassword: Type.Optional(NewPassword),
  }),
  reply: Type.Object({ ok: Type.Boolean(), token: Type.String(), userId: Id }),
  errors: [
    'bad_link',
    'link_used',
    'password_required',
    'simple_password',
    'email_taken',
    'too_often',
  ],
});
export const resendActivation = route({
  method: 'POST',
  path: '/auth/resend-activation',
  access: 'account',
  summary: 'Новое письмо активации',
  limit: 'mails',
  reply: Ok,
});
export const forgotPassword = route({
  method: 'POST',
  path: '/forgot-password',
  access: 'visitor',
  summary: 'Письмо для нового пароля',
  body: Type.Object({ email: Email }),
  reply: Ok,
  errors: ['too_often'],
});
export const checkReturnLink = route({
  method: 'GET',
  path: '/return-password/:id/:link',
  access: 'visitor',
  summary: 'Верна ли ссылка из письма',
  params: Type.Object({
    id: Type.String({ maxLength: 100 }),
    link: Type.String({ maxLength: 200 }),
  }),
  reply: Ok,
});
export const returnPassword = route({
  method: 'POST',
  path: '/return-password',
  access: 'visitor',
  summary: 'Новый пароль по ссылке',
  body: Type.Object({
    password: NewPassword,
    id: Type.String({ maxLength: 100 }),
    link: Type.String({ maxLength: 200 }),
  }),
  reply: Ok,
  errors: ['bad_link', 'simple_password'],
});
export const changePassword = route({
  method: 'POST',
  path: '/auth/change-password',
  access: 'member',
  summary: 'Сменить пароль; остальные сессии заканчиваются',
  body: Type.Object({ password: PasswordInput, newPassword: NewPassword }),
  reply: Ok,
  errors: ['bad_password', 'too_often', 'simple_password'],
});
export const sessions = route({
  method: 'GET',
  path: '/auth/sessions',
  access: 'member',
  summary: 'Мои сессии',
  reply: Type.Object({
    sessions: Type.Array(
      Type.Object({
        _id: Id,
        device: Type.String(),
        created: Moment,
        used: Moment,
        current: Type.Boolean(),
      }),
    ),
  }),
});
export const endSession = route({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'member',
  summary: 'Закончить одну сессию; id «all» — все, кроме этой',
  params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
  reply: Ok,
  errors: ['not_found'],
});
export const deleteProfile = route({
  method: 'POST',
  path: '/deleteprofile',
  access: 'member',
  summary:
    'Удалить свой профиль и всё своё, сразу и навсегда; в чужих переписках остаётся «Удалённый пользователь»',
  body: Type.Object({
    password: PasswordInput,
    code: Type.Optional(Text({ max: 40, long: 'Неверный код.' })),
  }),
  reply: Type.Object({ ok: Type.Boolean() }),
  errors: ['bad_password', 'bad_code', 'too_often'],
});
