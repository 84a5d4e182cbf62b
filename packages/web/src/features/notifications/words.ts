import type { Static } from 'typebox';
import type { Notification } from '@respa/contract/notifications';

export type Notice = Static<typeof Notification>;
/** Maps types whose documented address only redirects to their real path. */
const PLACES: Partial<Record<string, string>> = { video: 'videohost/video' };
/** Notices of the platform: a member answers the admin, or looks at the list of sign-ins. */
const FROM_US: Partial<Record<Notice['type'], string>> = {
  takedown: '/support',
  device: '/settings/security',
};
/** Returns the target of a notification: its subject, else its sender's page. */
export const placeOf = (notice: Notice): string =>
  FROM_US[notice.type] ??
  (notice.postType !== null && notice.postID !== null
    ? `/${PLACES[notice.postType] ?? notice.postType}/${notice.postID}`
    : `/user/${notice.from}`);

/** Returns the notices by the days of the reader's time zone, in the order of the list. */
export function byDays(notices: readonly Notice[]): { day: string; notices: Notice[] }[] {
  const days = Map.groupBy(notices, ({ date }) => new Date(date).toDateString());
  return [...days.values()].map((own) => ({ day: own[0]!.date, notices: own }));
}
