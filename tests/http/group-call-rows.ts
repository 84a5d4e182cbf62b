import * as groups from '@respa/contract/group-chats';
import {
  NO_PICTURE,
  type Place,
  type Row,
  bad,
  beside,
  conversation,
  noId,
  notFound,
  note,
  nowhere,
  room,
  text,
  thisRoom,
} from './chat-call-rows.ts';

const NO_TITLE = 'Введите название беседы';
const LONG_TITLE = 'Название не длиннее 100 символов';
export const GROUP_ROWS: Row[] = [
  {
    route: groups.create,
    given: () => ({ body: { title: 'Ещё одна' } }),
    member: 200,
    creator: 200,
    shut: 200,
    bad: [
      bad(400, NO_TITLE, () => ({ body: { title: ' ' } })),
      bad(400, LONG_TITLE, () => ({ body: { title: text(101) } })),
      bad(400, 'Неверный список участников.', () => ({ body: { title: 'Ещё', members: '{' } })),
      bad(415, NO_PICTURE, () => ({
        body: { title: 'Ещё' },
        files: { avatar: [note] },
      })),
    ],
  },
  {
    route: groups.room,
    given: thisRoom,
    member: 200,
    creator: 200,
    shut: 404,
    bad: [notFound(() => ({ params: { id: nowhere } })), noId('id')],
  },
  {
    route: groups.removeRoom,
    given: thisRoom,
    member: 403,
    creator: 200,
    shut: 404,
    bad: [notFound(() => ({ params: { id: nowhere } })), noId('id')],
  },
  {
    route: groups.changeTitle,
    given: (place) => ({ ...thisRoom(place), body: { title: 'Иначе' } }),
    member: 200,
    creator: 200,
    shut: 404,
    bad: [
      bad(400, NO_TITLE, (place) => ({ ...thisRoom(place), body: { title: ' ' } })),
      bad(400, LONG_TITLE, (place) => ({ ...thisRoom(place), body: { title: text(101) } })),
    ],
  },
  {
    route: groups.changeAvatar,
    given: (place) => ({ ...thisRoom(place), body: { removeAvatar: true } }),
    member: 200,
    creator: 200,
    shut: 404,
    bad: [
      bad(400, 'Выберите изображение', thisRoom),
      bad(415, NO_PICTURE, (place) => ({
        ...thisRoom(place),
        files: { file: [note] },
      })),
    ],
  },
  {
    route: groups.editGroup,
    given: (place) => ({ ...thisRoom(place), body: { description: 'О нас' } }),
    member: 200,
    creator: 200,
    shut: 404,
    bad: [
      bad(400, NO_TITLE, (place) => ({ ...thisRoom(place), body: { title: '' } })),
      bad(400, 'Описание не длиннее 5 000 символов', (place) => ({
        ...thisRoom(place),
        body: { description: text(5_001) },
      })),
    ],
  },
  {
    route: groups.leave,
    given: thisRoom,
    member: 200,
    creator: 200,
    shut: 404,
    bad: [notFound(() => ({ params: { id: nowhere } })), noId('id')],
  },
  {
    route: groups.exclude,
    given: ({ roomId, other }) => ({ params: { roomId, userId: other } }),
    member: 403,
    creator: 200,
    shut: 404,
    bad: [
      bad(400, 'Нельзя сделать это с самим собой', ({ roomId, me }) => ({
        params: { roomId, userId: me },
      })),
      notFound(({ roomId, newcomer }) => ({ params: { roomId, userId: newcomer } })),
    ],
  },
  ...[groups.appoint, groups.dismiss].map((route) => ({
    route,
    given: ({ roomId, other }: Place) => ({ params: { roomId, userId: other } }),
    member: 403,
    creator: 200,
    shut: 404,
    bad: [
      bad(400, 'Нельзя сделать это с самим собой', ({ roomId, me }) => ({
        params: { roomId, userId: me },
      })),
      notFound(({ roomId, newcomer }) => ({ params: { roomId, userId: newcomer } })),
    ],
  })),
  {
    route: groups.invite,
    given: ({ roomId, newcomer }) => ({ params: { roomId, userId: newcomer } }),
    member: 200,
    creator: 200,
    shut: 404,
    bad: [
      bad(400, 'Нельзя сделать это с самим собой', ({ roomId, me }) => ({
        params: { roomId, userId: me },
      })),
      notFound(({ roomId }) => ({ params: { roomId, userId: nowhere } })),
      noId('userId', room),
    ],
  },
  ...conversation(groups, [404, 404], true),
  // The creator deletes what others wrote.
  {
    route: groups.remove,
    given: ({ theirs }) => ({ params: { id: theirs } }),
    member: 404,
    creator: 200,
    shut: 404,
    bad: [],
  },
  ...beside([404, 404], true),
];
