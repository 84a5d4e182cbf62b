import type { ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { findEmail } from '#features/account/service.ts';
import { listQuiet } from '#features/notifications/service.ts';
import { findPerson } from '#features/people/service.ts';
import { NO_COVER } from './service.ts';

/** Yields the user's complete record, including what nobody else sees. */
export async function* exportProfile(
  context: AppContext,
  userId: string,
): AsyncGenerator<ExportRecord> {
  const person = await findPerson(context.db, userId);
  if (person === undefined) return;
  const [email, quiet] = await Promise.all([
    findEmail(context, userId),
    listQuiet(context, userId),
  ]);
  const {
    name,
    surname,
    birth_date: birthDate,
    country,
    city,
    about_me: aboutMe,
    last_online_at: lastOnline,
    friends_count: friends,
    posts_count: posts,
    photos_count: photos,
  } = person;
  yield {
    row: {
      id: userId,
      name,
      surname,
      email,
      birthDate,
      country,
      city,
      aboutMe,
      lastOnline,
      counts: { friends, posts, photos },
      privacy: {
        messages: person.messages_for,
        wall: person.wall_for,
        friends: person.friends_for,
        presence: person.presence_for,
        games: person.games_for,
        suggestions: person.suggested_to,
      },
      quietNotifications: quiet,
    },
    media: [
      ...(person.avatar_url === '' ? [] : [['useravatars', person.avatar_url] as const]),
      ...(person.banner_url === NO_COVER ? [] : [['userbanners', person.banner_url] as const]),
    ],
  };
}
