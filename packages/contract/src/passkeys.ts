import { Type } from 'typebox';
import { LENGTHS } from './limits.ts';
import { Id, Line, Moment, Nullable, Ok, route, Text } from './route.ts';

/** Bytes from the browser, in base64url, as `PublicKeyCredential.toJSON()` writes them. */
const Bytes = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', kind: 'raw' });
/** A credential id has at most 1023 bytes (WebAuthn, section 4). */
const CredentialId = Bytes(1_364);
const ClientData = Bytes(4_000);
const Algorithm = Type.Object({ type: Type.String(), alg: Type.Integer() });
const Known = Type.Object({
  type: Type.String(),
  id: Type.String(),
  transports: Type.Array(Type.String()),
});
const Passkey = Type.Object({
  _id: Id,
  name: Type.String(),
  created: Moment,
  used: Nullable(Type.String({ description: 'Когда с ним входили; null, если ещё не входили' })),
});

export const list = route({
  method: 'GET',
  path: '/auth/passkeys',
  access: 'member',
  summary: 'Мои ключи доступа, новые сначала',
  reply: Type.Object({ passkeys: Type.Array(Passkey) }),
});
export const begin = route({
  method: 'POST',
  path: '/auth/passkeys/begin',
  access: 'member',
  summary: 'Начать добавление ключа доступа: настройки для navigator.credentials.create',
  body: Type.Object({
    password: Type.String({
      minLength: 1,
      maxLength: 1_000,
      kind: 'raw',
      errorTexts: { minLength: 'Введите пароль', required: 'Введите пароль' },
    }),
    code: Type.Optional(Text({ max: 40, long: 'Неверный код.' })),
  }),
  reply: Type.Object({
    options: Type.Object({
      challenge: Type.String(),
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      pubKeyCredParams: Type.Array(Algorithm),
      timeout: Type.Integer(),
      attestation: Type.String(),
      excludeCredentials: Type.Array(Known),
      authenticatorSelection: Type.Object({
        residentKey: Type.String(),
        requireResidentKey: Type.Boolean(),
        userVerification: Type.String(),
      }),
    }),
  }),
  errors: ['bad_password', 'bad_code', 'too_often', 'too_many_passkeys'],
});
export const add = route({
  method: 'POST',
  path: '/auth/passkeys',
  access: 'member',
  summary: 'Добавить ключ доступа: ответ устройства на начатое',
  body: Type.Object({
    name: Line({
      min: 1,
      max: LENGTHS.name,
      empty: 'Назовите ключ',
      long: 'Название не длиннее 50 символов',
    }),
    id: CredentialId,
    clientData: ClientData,
    attestation: Bytes(20_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
  reply: Type.Object({ passkey: Passkey }),
  errors: ['challenge_over', 'bad_passkey', 'too_many_passkeys'],
});
export const remove = route({
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  access: 'member',
  summary: 'Удалить ключ доступа',
  params: Type.Object({ id: Id }),
  reply: Ok,
  errors: ['not_found'],
});
export const beginSignIn = route({
  method: 'POST',
  path: '/auth/passkeys/sign-in/begin',
  access: 'visitor',
  summary: 'Начать вход с ключом доступа: настройки для navigator.credentials.get',
  reply: Type.Object({
    options: Type.Object({
      challenge: Type.String(),
      rpId: Type.String(),
      timeout: Type.Integer(),
      userVerification: Type.String(),
    }),
  }),
});
export const signIn = route({
  method: 'POST',
  path: '/auth/passkeys/sign-in',
  access: 'visitor',
  summary: 'Войти с ключом доступа: ответ устройства на начатое; код второго шага не нужен',
  listsErrors: true,
  body: Type.Object({
    id: CredentialId,
    clientData: ClientData,
    authenticatorData: Bytes(4_000),
    signature: Bytes(4_000),
    userHandle: Type.Optional(Bytes(100)),
  }),
  reply: Type.Object({ token: Type.String(), userId: Id, errors: Type.Array(Type.String()) }),
  errors: ['challenge_over', 'bad_passkey', 'suspended'],
});
