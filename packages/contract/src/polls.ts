import { Type, type Static } from 'typebox';
import { POLLS } from './limits.ts';
import { PersonCard } from './person.ts';
import { Id, Moment, Nullable, route } from './route.ts';

export const PollOption = Type.Object({ _id: Id, text: Type.String() });
/** What a message or a post shows of its poll: the same to every reader, and it never changes. */
export const PollHead = Type.Object({
  _id: Id,
  question: Type.String(),
  options: Type.Array(PollOption),
  isMultiple: Type.Boolean(),
  isAnonymous: Type.Boolean(),
  closesAt: Nullable(Moment),
});
export type PollHead = Static<typeof PollHead>;
/** A poll as one reader sees it. */
export const Poll = Type.Object({
  ...PollHead.properties,
  isClosed: Type.Boolean(),
  voters: Type.Integer({ description: 'Сколько человек проголосовало' }),
  mine: Type.Array(Id, { description: 'Мои варианты' }),
  votes: Type.Array(Type.Integer(), {
    description: 'Голоса по порядку вариантов; пусто, пока опрос идёт, а читающий не проголосовал',
  }),
  mayVote: Type.Boolean(),
  mayClose: Type.Boolean(),
});
export type Poll = Static<typeof Poll>;

/** A poll as it is sent with a new message or post. */
export const NewPoll = Type.Object({
  question: Type.String(),
  options: Type.Array(Type.String(), { minItems: POLLS.fewest, maxItems: POLLS.options }),
  isMultiple: Type.Boolean(),
  isAnonymous: Type.Boolean(),
  closesAt: Type.Optional(Type.String({ maxLength: 40 })),
});
export type NewPoll = Static<typeof NewPoll>;
/** The field of a form with a new poll. */
export const PollField = Type.Optional(
  Type.String({
    maxLength: 8_000,
    description:
      'JSON опроса: {question, options: [текст], isMultiple, isAnonymous, closesAt?}; вариантов от двух до десяти, closesAt в ISO 8601',
  }),
);

const Target = Type.Object({ id: Id });
const OnePoll = Type.Object({ poll: Poll });
export const one = route({
  method: 'GET',
  path: '/poll/:id',
  access: 'reader',
  params: Target,
  summary: 'Опрос; его видит тот, кто видит сообщение или пост',
  reply: OnePoll,
  errors: ['not_found'],
});
export const vote = route({
  method: 'PUT',
  path: '/poll/:id/vote',
  access: 'member',
  limit: 'likes',
  params: Target,
  summary: 'Проголосовать; прежний голос заменяется, пустой список отзывает его',
  body: Type.Object({ options: Type.Array(Id, { maxItems: POLLS.options }) }),
  reply: OnePoll,
  errors: ['not_found', 'poll_closed', 'messages_closed', 'banned_here', 'not_published'],
});
export const close = route({
  method: 'POST',
  path: '/poll/:id/close',
  access: 'member',
  params: Target,
  summary: 'Завершить опрос: автор, создатель беседы, редакторы группы',
  reply: OnePoll,
  errors: ['not_found', 'forbidden'],
});
export const voters = route({
  method: 'GET',
  path: '/poll/:id/voters/:optionId',
  access: 'member',
  params: Type.Object({ id: Id, optionId: Id }),
  query: Type.Object({ before: Type.Optional(Id) }),
  summary: 'Кто выбрал вариант открытого опроса, новые сверху; before — _id последнего голоса',
  reply: Type.Object({
    voters: Type.Array(Type.Object({ _id: Id, person: PersonCard })),
    isLast: Type.Boolean(),
    last: Nullable(Type.String({ description: 'Для before следующей страницы' })),
  }),
  errors: ['not_found', 'forbidden'],
});
