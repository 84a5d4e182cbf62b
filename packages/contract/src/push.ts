import { Type, type Static } from 'typebox';
import { LENGTHS } from './limits.ts';
import type { Notification } from './notifications.ts';
import { Id, Moment, Nullable, Ok, Text, route } from './route.ts';

/** What a member can silence on all devices. Notices of the platform always arrive. */
export const PUSH_KINDS = [
  'messages',
  'calls',
  'groups',
  'mentions',
  'people',
  'reactions',
  'news',
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** Minutes of the member's day; an end before the beginning is on the next day. */
export const QuietHours = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 1439, description: 'Минута дня' }),
  to: Type.Integer({ minimum: 0, maximum: 1439, description: 'Минута дня' }),
});
const TimeZone = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
  description: 'Часовой пояс (IANA)',
});
export const PushSettings = Type.Object({
  isContentHidden: Type.Boolean({ description: 'Без имён и текста' }),
  quietHours: Nullable(QuietHours),
  timeZone: TimeZone,
  quiet: Type.Array(Type.Unsafe<PushKind>(Type.String({ enum: [...PUSH_KINDS] })), {
    maxItems: PUSH_KINDS.length,
  }),
});
export type PushSettingsValue = Static<typeof PushSettings>;
export const PushDevice = Type.Object({
  _id: Id,
  device: Type.String(),
  created: Moment,
  isCurrent: Type.Boolean({ description: 'Это устройство' }),
});

/** What a browser gives a site that may send to it: RFC 8291, the keys in base64url. */
const Subscription = Type.Object({
  endpoint: Type.String({ maxLength: 1_000, pattern: '^https?://' }),
  p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{86,88}=?$' }),
  auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}=?=?$' }),
});
export type PushSubscriptionInput = Static<typeof Subscription>;

export const overview = route({
  method: 'GET',
  path: '/push',
  access: 'member',
  summary: 'Уведомления на устройствах: ключ сервера, мои устройства и настройки',
  reply: Type.Object({
    isOn: Type.Boolean({ description: 'Присылает ли сервер уведомления на устройства' }),
    publicKey: Type.String(),
    devices: Type.Array(PushDevice),
    settings: PushSettings,
  }),
});
export const subscribe = route({
  method: 'POST',
  path: '/push/subscribe',
  access: 'member',
  limit: 'push',
  summary: 'Присылать уведомления на это устройство; повторно заменяет его ключи',
  body: Type.Object({
    ...Subscription.properties,
    timeZone: Type.Optional(TimeZone),
  }),
  reply: Type.Object({ device: PushDevice }),
  errors: ['bad_input', 'too_often'],
});
/**
 * The browser replaced the subscription. Knowing the secret of the old one is the right to replace
 * it.
 */
export const renew = route({
  method: 'POST',
  path: '/push/renew',
  access: 'visitor',
  limit: 'push',
  summary: 'Браузер заменил подписку устройства; прежняя подтверждается её секретом',
  body: Type.Object({
    endpoint: Type.String({ maxLength: 1_000, pattern: '^https?://' }),
    auth: Subscription.properties.auth,
    next: Subscription,
  }),
  reply: Ok,
  errors: ['bad_input', 'not_found', 'too_often'],
});
export const unsubscribe = route({
  method: 'DELETE',
  path: '/push/devices/:id',
  access: 'member',
  summary: 'Больше не присылать на это устройство',
  params: Type.Object({ id: Id }),
  reply: Ok,
  errors: ['not_found'],
});
export const setSettings = route({
  method: 'POST',
  path: '/push/settings',
  access: 'member',
  summary: 'Что, когда и с каким текстом присылать на устройства',
  body: PushSettings,
  reply: PushSettings,
  errors: ['bad_input'],
});
/** The answer of a visible tab to the live event `push-check`. */
export const shown = route({
  method: 'POST',
  path: '/push/shown',
  access: 'member',
  summary: 'Открытая вкладка уже показала новое: на устройства его не присылать',
  body: Type.Object({ check: Id }),
  reply: Ok,
});
const Token = Type.String({ maxLength: 400, pattern: '^[A-Za-z0-9_-]+$' });
export const reply = route({
  method: 'POST',
  path: '/push/reply',
  access: 'visitor',
  limit: 'push',
  summary: 'Ответить из уведомления; право даёт token, который пришёл с ним',
  body: Type.Object({
    token: Token,
    message: Text({
      max: LENGTHS.message,
      long: 'Сообщение не длиннее 4 000 символов',
      kind: 'typed',
    }),
    clientId: Id,
  }),
  reply: Ok,
  errors: ['not_found', 'messages_closed', 'empty_message', 'too_often'],
});
export const read = route({
  method: 'POST',
  path: '/push/read',
  access: 'visitor',
  limit: 'push',
  summary: 'Отметить прочитанным из уведомления; право даёт token, который пришёл с ним',
  body: Type.Object({ token: Token }),
  reply: Ok,
  errors: ['not_found', 'too_often'],
});

/** What arrives on a device, as JSON. `badge` is the number on the app's icon. */
export type PushPayload =
  | {
      kind: 'message';
      roomId: string;
      isChat: boolean;
      /** The other person, or the title of the group chat. */
      title: string;
      /** The author, in a group chat. */
      author: string | null;
      text: string;
      /** Messages that the member has not read in this conversation. */
      unread: number;
      picture: { folder: string; name: string } | null;
      date: string;
      /** Lets the device reply and mark as read for a day. */
      token: string;
      badge: number;
    }
  /** Rings until it is answered, declined or missed. */
  | {
      kind: 'call';
      roomId: string;
      title: string;
      picture: { folder: string; name: string } | null;
      date: string;
      badge: number;
    }
  | { kind: 'notice'; notification: Static<typeof Notification>; badge: number }
  /** The member hides the content: only that there is something. */
  | { kind: 'hidden'; what: 'message' | 'notice' | 'call'; badge: number };
