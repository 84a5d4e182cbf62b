import { Type } from 'typebox';
import { PersonCard } from './person.ts';
import { Id, Nullable, route } from './route.ts';

/** The like among the reactions; the documented calls set and count it. */
export const LIKE = '❤️';
/** The reactions to a post, an article or a photo besides the like. */
export const REACTIONS = ['🔥', '😂', '😮', '😢', '👏', '👎'] as const;
export type Reaction = (typeof REACTIONS)[number];
const Emoji = Type.Unsafe<Reaction | typeof LIKE>(Type.String({ enum: [LIKE, ...REACTIONS] }));

export const PostReactions = Type.Array(
  Type.Object({ emoji: Type.String(), count: Type.Integer(), mine: Type.Boolean() }),
  { description: 'Реакции, кроме «нравится»: частые впереди' },
);
const Reacted = Type.Object({
  liked: Type.Boolean(),
  likes: Type.Integer(),
  reactions: PostReactions,
});
const Target = Type.Object({ id: Id });

export const react = route({
  method: 'PUT',
  path: '/post-reaction/:id',
  access: 'member',
  limit: 'likes',
  params: Target,
  summary: 'Поставить посту или фотографии реакцию вместо прежней; ❤️ — это «нравится»',
  body: Type.Object({ emoji: Emoji }),
  reply: Reacted,
  errors: ['not_found', 'banned_here'],
});
export const unreact = route({
  method: 'DELETE',
  path: '/post-reaction/:id',
  access: 'member',
  limit: 'likes',
  params: Target,
  summary: 'Убрать свою реакцию или «нравится»',
  reply: Reacted,
  errors: ['not_found', 'banned_here'],
});
export const reactedBy = route({
  method: 'GET',
  path: '/post-reactions/:id',
  access: 'member',
  params: Target,
  query: Type.Object({ emoji: Type.Optional(Emoji), before: Type.Optional(Id) }),
  summary: 'Кто отреагировал на пост или фотографию; с emoji — этой реакцией',
  reply: Type.Object({
    people: Type.Array(Type.Object({ person: PersonCard, emoji: Type.String() })),
    isLast: Type.Boolean(),
    last: Nullable(Type.String({ description: 'Передать в before' })),
  }),
  errors: ['not_found'],
});
