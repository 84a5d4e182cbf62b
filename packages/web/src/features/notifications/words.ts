import type { Static } from 'typebox';
import type { Notification } from '@respa/contract/notifications';
import { count as formatCount } from '#lib/format.ts';

export type Notice = Static<typeof Notification>;
/** Maps types whose documented address only redirects to their real path. */
const PLACES: Partial<Record<string, string>> = { video: 'videohost/video' };
/** Notices of the platform: a member answers the admin, or looks at the list of sign-ins. */
const FROM_US: Partial<Record<Notice['type'], string>> = {
  takedown: '/support',
  device: '/settings',
};
/** Returns the target of a notification: its subject, else its sender's page. */
export const placeOf = (notice: Notice): string =>
  FROM_US[notice.type] ??
  (notice.postType !== null && notice.postID !== null
    ? `/${PLACES[notice.postType] ?? notice.postType}/${notice.postID}`
    : `/user/${notice.from}`);

const GATHERED: Partial<Record<Notice['type'], string>> = {
  like: 'оценили',
  comment: 'прокомментировали',
};
const OBJECTS: Record<string, string> = {
  userpost: 'запись',
  publicpost: 'запись',
  userphoto: 'фотографию',
  video: 'видео',
  app: 'игру',
};
/**
 * Returns the text after the sender's name: 'Нравится ваша запись', or 'и ещё 12 оценили запись'.
 */
export function textOf({
  type,
  title,
  others,
  postType,
}: Pick<Notice, 'type' | 'title' | 'others' | 'postType'>): string {
  if (others === 0) return title;
  if (type === 'public')
    return `и ещё ${formatCount(others)}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  const did =
    type === 'visit'
      ? 'посетили вашу страницу'
      : type === 'mention'
        ? 'упомянули вас в чате'
        : `${GATHERED[type] ?? 'ответили на'} ${OBJECTS[postType ?? ''] ?? 'запись'}`;
  return `и ещё ${formatCount(others)} ${did}`;
}
