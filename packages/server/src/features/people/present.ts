import type { Static } from 'typebox';
import type { OwnPerson, Person, PersonCard, PostHead } from '@respa/contract/person';
import { yearsSince } from '#features/account/service.ts';
import type { CardRow, PersonRow } from './queries.ts';

/** Whether a user is online, as far as the viewer may see it; built by `presenceFor`. */
export type Presence = (userId: string) => boolean;

export const presentCard = (row: CardRow, isOnline: Presence): Static<typeof PersonCard> => ({
  _id: row.id,
  name: row.name,
  surname: row.surname,
  avatarUrl: row.avatar_url,
  isOnline: isOnline(row.id),
});
export const presentHead = (row: CardRow): Static<typeof PostHead> => ({
  id: row.id,
  name: row.name,
  surname: row.surname,
  avatarUrl: row.avatar_url,
});

/** Fields of a person that depend on the viewer: friends, online state and last-online time. */
export type Seen = {
  friends: string[];
  friendsCount: number;
  isOnline: boolean;
  showsDate: boolean;
};
function presentShared(row: PersonRow, { friends, friendsCount, isOnline, showsDate }: Seen) {
  return {
    _id: row.id,
    name: row.name,
    surname: row.surname,
    avatarUrl: row.avatar_url,
    bannerUrl: row.banner_url,
    years: yearsSince(row.birth_date),
    country: row.country,
    city: row.city,
    aboutMe: row.about_me,
    friends,
    friendsCount,
    subscribesCount: row.subscribes_count,
    isOnline,
    date: showsDate ? (row.last_online_at?.toISOString() ?? null) : null,
  };
}
/** Another person's record: the age in years, never the birth date. */
export const presentPerson = (row: PersonRow, seen: Seen): Static<typeof Person> => ({
  ...presentShared(row, seen),
  age: yearsSince(row.birth_date),
});
export const presentOwn = (
  row: PersonRow,
  friends: string[],
  isOnline: boolean,
  email: string,
): Static<typeof OwnPerson> => ({
  ...presentShared(row, { friends, friendsCount: row.friends_count, isOnline, showsDate: true }),
  age: row.birth_date,
  email,
});
/** The placeholder for a user who deleted the account. */
export const removedPerson = (id: string): CardRow => ({
  id,
  name: 'Удалённый',
  surname: 'пользователь',
  avatar_url: '',
  presence_for: 'nobody',
});
