import { Type } from 'typebox';
import * as chats from './chats.ts';
import * as chatMessages from './chat-messages.ts';
import { FILES, LENGTHS } from './limits.ts';
import { PersonCard } from './person.ts';
import { Id, Line, Nullable, Ok, Text, route, type RouteSpec } from './route.ts';

export const GroupRoom = Type.Object({
  _id: Id,
  id: Id,
  isChat: Type.Boolean(),
  title: Type.String(),
  description: Type.String(),
  avatarUrl: Type.String({ description: 'Пусто: рисуется существо по _id' }),
  creator: Nullable(Type.String()),
  moderators: Type.Array(Id, { description: 'По старшинству' }),
  members: Type.Array(PersonCard, { description: 'По старшинству' }),
  membersCount: Type.Integer(),
  bg: Type.String(),
  isMuted: Type.Boolean(),
  draft: Type.String(),
  pinned: Nullable(chatMessages.Quoted),
  clearedPosition: Type.Integer(),
});
const WithRoom = Type.Object({ room: GroupRoom });
const Group = Type.Object({ id: Id });
const Member = Type.Object({ roomId: Id, userId: Id });
const Flag = Type.Optional(Type.Unknown());
const Title = Line({
  max: LENGTHS.title,
  min: 1,
  empty: 'Введите название беседы',
  long: 'Название не длиннее 100 символов',
});
const Description = Text({ max: LENGTHS.description, long: 'Описание не длиннее 5 000 символов' });
const onePicture = { count: 1, maxBytes: FILES.picture.maxBytes } as const;

export const create = route({
  method: 'POST',
  path: '/group/create',
  creates: true,
  access: 'member',
  limit: 'groups',
  summary: 'Создать беседу; те из списка, кто не в друзьях, пропускаются',
  form: {
    fields: Type.Object({
      title: Title,
      description: Type.Optional(Description),
      members: Type.Optional(
        Type.String({
          maxLength: 20_000,
          description: 'JSON-список id друзей',
          errorTexts: { maxLength: 'В беседе может быть не больше 200 человек.' },
        }),
      ),
    }),
    files: { avatar: onePicture },
  },
  reply: WithRoom,
  errors: ['group_full', 'bad_type', 'too_large', 'too_often'],
});
export const room = route({
  method: 'GET',
  path: '/group/room/:id',
  access: 'member',
  params: Group,
  summary: 'Беседа и её участники',
  reply: WithRoom,
  errors: ['not_found'],
});
export const removeRoom = route({
  method: 'DELETE',
  path: '/group/room/:id',
  access: 'member',
  params: Group,
  summary: 'Удалить беседу со всем, что в ней; только создатель',
  reply: Ok,
  errors: ['not_found', 'forbidden'],
});
export const changeTitle = route({
  method: 'POST',
  path: '/group/change-title/:id',
  access: 'member',
  limit: 'messages',
  params: Group,
  summary: 'Переименовать беседу',
  body: Type.Object({ title: Title }),
  reply: Type.Object({ title: Type.String() }),
  errors: ['not_found'],
});
export const changeAvatar = route({
  method: 'POST',
  path: '/group/change-avatar/:id',
  access: 'member',
  limit: 'uploads',
  params: Group,
  summary: 'Сменить фотографию беседы; removeAvatar — убрать её',
  form: { fields: Type.Object({ removeAvatar: Flag }), files: { file: onePicture } },
  reply: Type.Object({ avatarUrl: Type.String() }),
  errors: ['not_found', 'no_file', 'bad_type', 'too_large'],
});
export const editGroup = route({
  method: 'POST',
  path: '/group/edit-group/:id',
  access: 'member',
  limit: 'messages',
  params: Group,
  summary: 'Изменить название и описание беседы; чего нет, остаётся',
  body: Type.Object({ title: Type.Optional(Title), description: Type.Optional(Description) }),
  reply: Type.Object({ title: Type.String(), description: Type.String() }),
  errors: ['not_found'],
});
export const leave = route({
  method: 'DELETE',
  path: '/group/leave/:id',
  access: 'member',
  params: Group,
  summary: 'Выйти из беседы; последний удаляет её',
  query: Type.Object({
    refuse: Type.Optional(
      Type.Unsafe<'true' | 'false'>(
        Type.String({ enum: ['true', 'false'], description: 'true: 30 дней не приглашать снова' }),
      ),
    ),
  }),
  reply: Ok,
  errors: ['not_found'],
});
export const exclude = route({
  method: 'DELETE',
  path: '/group/exclude/:roomId/:userId',
  access: 'member',
  params: Member,
  summary:
    'Исключить участника: создатель — любого, модератор — любого, кроме создателя и модераторов',
  reply: Ok,
  errors: ['not_found', 'forbidden', 'self'],
});
export const appoint = route({
  method: 'POST',
  path: '/group/moderator/:roomId/:userId',
  access: 'member',
  limit: 'messages',
  params: Member,
  summary: 'Назначить участника модератором; только создатель',
  reply: Ok,
  errors: ['not_found', 'self', 'forbidden', 'moderators_full'],
});
export const dismiss = route({
  method: 'DELETE',
  path: '/group/moderator/:roomId/:userId',
  access: 'member',
  limit: 'messages',
  params: Member,
  summary: 'Убрать участника из модераторов; только создатель',
  reply: Ok,
  errors: ['not_found', 'self', 'forbidden'],
});
export const invite = route({
  method: 'GET',
  path: '/group/invite/:roomId/:userId',
  access: 'member',
  writes: true,
  limit: 'invites',
  params: Member,
  summary: 'Позвать друга в беседу; кто уже в ней, остаётся',
  reply: Ok,
  errors: [
    'not_found',
    'self',
    'person_suspended',
    'friends_only',
    'blocked_by_you',
    'invite_refused',
    'group_full',
  ],
});

/** Derives the group chat version of a private conversation call. */
const twin = <R extends RouteSpec>(one: R): Omit<R, 'path'> & { path: string } => ({
  ...one,
  path: `/group${one.path}`,
  summary: `Беседа: ${one.summary}`,
});
export const connect = twin(chats.connect);
export const messages = twin(chats.messages);
export const send = twin(chats.send);
export const edit = twin(chats.edit);
/** The site calls it like its twin for private conversations; its texts are its own. */
export const remove: Omit<typeof chats.remove, 'path' | 'summary' | 'errors'> &
  Pick<RouteSpec, 'path' | 'summary' | 'errors'> = {
  ...twin(chats.remove),
  summary:
    'Беседа: удалить сообщение, своё или чужое (создатель — любое, модератор — кроме сообщений создателя и модераторов); на месте чужого остаётся строка',
  errors: ['not_found', 'forbidden'],
};
export const read = twin(chats.read);
export const typing = twin(chats.typing);
