import { Type } from 'typebox';
import { Id } from './route.ts';

/** A part of the text that names a member; its position is counted in UTF-16 units. */
export const Mention = Type.Object({
  user: Id,
  offset: Type.Integer({ minimum: 0 }),
  length: Type.Integer({ minimum: 1 }),
});
/** The people named in the text of a post, an article or a comment, as the server stores it. */
export const MentionsField = Type.Optional(
  Type.String({
    maxLength: 4_000,
    description:
      'JSON: [{user, offset, length}], не больше 20; места считаются в тексте без пробелов по краям',
  }),
);
/** Absent in a text that names nobody. */
export const Mentions = Type.Optional(Type.Array(Mention));
