import { HIDDEN_TAGS, noticeTag, roomTag } from '@respa/contract/push-tags';
import type { PushPayload } from '@respa/contract/push';
import { sentenceOf } from '#features/notifications/sentences.ts';
import { placeOf } from '#features/notifications/words.ts';
import { counted } from '#lib/text/format.ts';
import { mediaUrl, type MediaFolder } from '#lib/browser/media.ts';
import { plainText } from '#lib/text/sentence.ts';

/** What a press on a notification needs to know. */
export type Pressed = { path: string; roomId?: string; token?: string };
type Action = { action: 'reply' | 'read'; title: string; type?: 'text'; placeholder?: string };
/** The options of a notification, with those that the library's types do not know. */
export type ShownOptions = NotificationOptions & {
  data: Pressed;
  tag: string;
  renotify?: boolean;
  timestamp?: number;
  actions?: Action[];
};
export type Composed = { title: string; options: ShownOptions; badge: number | null };

const SITE = 'Респа';
const LOOK = { icon: '/icons/icon-192.png', badge: '/icons/badge.png', lang: 'ru' } as const;
const HIDDEN = {
  message: { title: 'Новое сообщение', path: '/messages' },
  notice: { title: 'Новое уведомление', path: '/notifications' },
  call: { title: 'Вам звонят', path: '/messages' },
} as const;
const ACTIONS: readonly Action[] = [
  { action: 'reply', title: 'Ответить', type: 'text', placeholder: 'Сообщение' },
  { action: 'read', title: 'Прочитано' },
];
const UNREAD = [
  'непрочитанное сообщение',
  'непрочитанных сообщения',
  'непрочитанных сообщений',
] as const;

/** Returns the options that all notifications have in common. A repeated tag rings again. */
const options = (tag: string, data: Pressed, date?: string): ShownOptions => {
  const timestamp = Date.parse(date ?? '');
  return {
    ...LOOK,
    tag,
    renotify: true,
    data,
    ...(Number.isNaN(timestamp) ? {} : { timestamp }),
  };
};
const ofHidden = (what: keyof typeof HIDDEN) => ({
  title: HIDDEN[what].title,
  options: options(HIDDEN_TAGS[what], { path: HIDDEN[what].path }),
});

function ofMessage(message: Extract<PushPayload, { kind: 'message' }>) {
  const { roomId, isChat, title, author, text, unread, picture, date, token } = message;
  if (![roomId, title, text, token].every((one) => typeof one === 'string'))
    throw new Error('not a message');
  const path = `/${isChat ? 'chat' : 'messages'}/${encodeURIComponent(roomId)}`;
  const words = author === null ? text : `${author}: ${text}`;
  const avatar = picture && mediaUrl(picture.folder as MediaFolder, picture.name, 160);
  return {
    title,
    options: {
      ...options(roomTag(roomId), { path, roomId, token }, date),
      ...(avatar ? { icon: avatar } : {}),
      body: unread > 1 ? `${words}\nЕщё ${counted(unread - 1, UNREAD)}` : words,
      actions: [...ACTIONS],
    },
  };
}
function ofCall({ roomId, title, picture, date }: Extract<PushPayload, { kind: 'call' }>) {
  if (![roomId, title].every((one) => typeof one === 'string')) throw new Error('not a call');
  const avatar = picture && mediaUrl(picture.folder as MediaFolder, picture.name, 160);
  return {
    title,
    options: {
      ...options(
        roomTag(roomId),
        { path: `/messages/${encodeURIComponent(roomId)}`, roomId },
        date,
      ),
      ...(avatar ? { icon: avatar } : {}),
      body: 'Звонит вам. Нажмите, чтобы ответить.',
      requireInteraction: true,
    },
  };
}
function ofNotice({ notification }: Extract<PushPayload, { kind: 'notice' }>) {
  const { _id, date, preview, person } = notification;
  const avatar = mediaUrl('useravatars', person.avatarUrl, 160);
  const about = preview?.quote ?? preview?.text;
  const sentence = plainText(sentenceOf(notification));
  return {
    title: SITE,
    options: {
      ...options(noticeTag(_id), { path: placeOf(notification) }, date),
      ...(avatar === null || notification.from === notification.to ? {} : { icon: avatar }),
      body: about === undefined ? sentence : `${sentence}\n${about}`,
    },
  };
}
function compose(payload: PushPayload): Omit<Composed, 'badge'> {
  if (payload.kind === 'message') return ofMessage(payload);
  if (payload.kind === 'call') return ofCall(payload);
  return payload.kind === 'notice' ? ofNotice(payload) : ofHidden(payload.what);
}

/**
 * Returns the notification for what has arrived, and the number on the app's icon; null: it stays.
 * What cannot be read becomes a notification without content, because a browser withdraws the
 * permission from a site that shows nothing.
 */
export function composeNotification(payload: unknown): Composed {
  const number = (payload as Partial<PushPayload> | null)?.badge;
  const badge = typeof number === 'number' && number >= 0 ? number : null;
  try {
    return { ...compose(payload as PushPayload), badge };
  } catch {
    return { ...ofHidden('notice'), badge };
  }
}
