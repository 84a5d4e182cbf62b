import { Type } from 'typebox';
import { Id, Nullable } from './route.ts';

/**
 * A picture of a member's post, photo or message: the stored name, and the size that keeps the page
 * from jumping.
 */
export const Picture = Type.Object({
  name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  thumbhash: Type.String(),
  alt: Type.Optional(Type.String({ description: 'Описание, которое дал автор' })),
});

/** The friends that the viewer and a person have in common: how many, and the newest three. */
export const Mutual = Type.Object({
  count: Type.Integer(),
  friends: Type.Array(Type.Object({ _id: Id, name: Type.String(), surname: Type.String() })),
});

/** A person as shown in any list. */
export const PersonCard = Type.Object({
  _id: Id,
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String({ description: 'Пусто: рисуется существо по _id' }),
  isOnline: Type.Boolean(),
});

const shared = {
  _id: Id,
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String(),
  bannerUrl: Type.String(),
  years: Type.Integer(),
  country: Type.String(),
  city: Type.String(),
  aboutMe: Type.String(),
  friends: Type.Array(Id),
  friendsCount: Type.Integer(),
  subscribesCount: Type.Integer(),
  isOnline: Type.Boolean(),
  date: Nullable(Type.String({ description: 'Когда был в сети' })),
};

/** The record of another person: `age` is the number of years. */
export const Person = Type.Object({
  ...shared,
  age: Type.Unsafe<number | string>({ type: ['integer', 'string'] }),
});
/** The viewer's own record: `age` is the birth date, YYYY-MM-DD, and the e-mail is included. */
export const OwnPerson = Type.Object({ ...shared, age: Type.String(), email: Type.String() });

/**
 * The viewer's relationship to a person: none, requested by the viewer, requested by them, or
 * friends.
 */
export const Relation = Type.Unsafe<'none' | 'request' | 'incoming' | 'friends'>(
  Type.String({ enum: ['none', 'request', 'incoming', 'friends'] }),
);
export const PostHead = Type.Object({
  id: Id,
  name: Type.String(),
  surname: Type.String(),
  avatarUrl: Type.String(),
});
