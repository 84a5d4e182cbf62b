import { Type } from 'typebox';
import { FILES, LENGTHS } from './limits.ts';
import { Notification } from './notifications.ts';
import { OwnPerson, Person, PersonCard, Relation } from './person.ts';
import { CommunityCard } from './communities.ts';
import { Photo } from './photos.ts';
import { MarkedGame } from './catalogue.ts';
import { Id, Line, Text, route } from './route.ts';

const Other = Type.Object({ id: Id });
const Flag = Type.Optional(Type.Unknown());
const onePicture = { count: 1, maxBytes: FILES.picture.maxBytes };
const Place = Line({ max: LENGTHS.place, long: 'Слишком длинное название.' });

export const me = route({
  method: 'GET',
  path: '/user-by-token',
  access: 'account',
  summary: 'Кто я',
  reply: Type.Object({ user: OwnPerson, isAdmin: Type.Boolean(), activated: Type.Boolean() }),
});
export const user = route({
  method: 'GET',
  path: '/user/:id',
  access: 'member',
  params: Other,
  summary: 'Человек; о себе — с почтой и датой рождения',
  reply: Type.Object({
    user: Type.Object({ ...Person.properties, email: Type.Optional(Type.String()) }),
  }),
  errors: ['not_found'],
});
export const profile = route({
  method: 'GET',
  path: '/user-profile/:id',
  access: 'member',
  params: Other,
  summary: 'Страница человека: друзья, подписки, фотографии; уведомления — только свои',
  reply: Type.Object({
    user: Type.Object({ ...Person.properties, email: Type.Optional(Type.String()) }),
    relation: Relation,
    friends: Type.Array(PersonCard),
    subscribes: Type.Array(CommunityCard),
    photos: Type.Array(Photo),
    photosLast: Type.Boolean({ description: 'Других фотографий нет' }),
    notifications: Type.Array(Notification),
    standing: Type.Object({
      isBlocked: Type.Boolean({ description: 'Я заблокировал его' }),
      isMuted: Type.Boolean(),
      isSuspended: Type.Boolean({ description: 'Администратор заблокировал его' }),
      mayWrite: Type.Boolean(),
      seesWall: Type.Boolean(),
      seesFriends: Type.Boolean(),
    }),
    counts: Type.Object({
      friends: Type.Integer(),
      subscribes: Type.Integer(),
      photos: Type.Integer(),
      posts: Type.Integer(),
    }),
  }),
  errors: ['not_found'],
});
export const facts = route({
  method: 'GET',
  path: '/user-facts/:id',
  access: 'member',
  params: Other,
  summary: 'Игры человека и что у нас с ним общего',
  reply: Type.Object({
    games: Type.Object({
      isHidden: Type.Boolean({ description: 'Владелец не показывает игры' }),
      shown: Type.Array(MarkedGame, { description: 'Сначала те, в которые играет' }),
      count: Type.Integer({ description: 'Без брошенных' }),
    }),
    common: Type.Object({
      friends: Type.Array(PersonCard),
      friendsCount: Type.Integer(),
      games: Type.Array(Type.Object({ _id: Id, name: Type.String() })),
      gamesCount: Type.Integer(),
      city: Type.String({ description: 'Пусто: города разные' }),
      communities: Type.Array(CommunityCard),
      communitiesCount: Type.Integer(),
    }),
  }),
  errors: ['not_found'],
});
export const visit = route({
  method: 'GET',
  path: '/visit/:id',
  access: 'member',
  writes: true,
  params: Other,
  summary: 'Я на странице человека; он узнаёт об этом раз в день',
  reply: Type.Object({ ok: Type.Boolean(), message: Relation }),
  errors: ['not_found'],
});
export const edit = route({
  method: 'POST',
  path: '/editprofile',
  access: 'member',
  limit: 'profile',
  summary:
    'Изменить свою страницу; другая почта начнёт действовать, когда откроют ссылку из письма на неё',
  form: {
    fields: Type.Object({
      name: Type.Optional(
        Line({
          max: LENGTHS.name,
          min: 1,
          empty: 'Введите имя',
          long: 'Имя не длиннее 50 символов',
        }),
      ),
      surname: Type.Optional(
        Line({
          max: LENGTHS.name,
          min: 1,
          empty: 'Введите фамилию',
          long: 'Фамилия не длиннее 50 символов',
        }),
      ),
      age: Type.Optional(Type.String({ maxLength: 30 })),
      email: Type.Optional(Line({ max: LENGTHS.email, long: 'Неверный формат почты' })),
      password: Type.Optional(Type.String({ maxLength: 1_000, kind: 'raw' })),
      code: Type.Optional(
        Type.String({ maxLength: 40, kind: 'raw', errorTexts: { maxLength: 'Неверный код.' } }),
      ),
      country: Type.Optional(Place),
      city: Type.Optional(Place),
      aboutMe: Type.Optional(Text({ max: LENGTHS.about, long: 'Не больше 100 символов.' })),
    }),
    files: { file: onePicture, file2: onePicture },
  },
  reply: Type.Object({ user: OwnPerson }),
  errors: ['bad_type', 'too_large', 'email_taken', 'bad_password', 'bad_code', 'too_often'],
});
export const updateImages = route({
  method: 'POST',
  path: '/update-images',
  access: 'member',
  limit: 'uploads',
  summary: 'Сменить аватар или обложку',
  form: {
    fields: Type.Object({
      avatarExists: Flag,
      bannerExists: Flag,
      removeBanner: Flag,
      removeAvatar: Flag,
    }),
    files: { avatar: onePicture, banner: onePicture },
  },
  reply: Type.Object({ avatarUrl: Type.String(), bannerUrl: Type.String() }),
  errors: ['bad_type', 'too_large', 'no_file'],
});
