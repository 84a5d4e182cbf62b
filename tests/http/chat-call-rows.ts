import * as backgrounds from '@respa/contract/backgrounds';
import * as extras from '@respa/contract/chat-extras';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';
import type { RouteSpec } from '@respa/contract/route';

/**
 * What a call can refer to: rooms, people, and messages of the room: the caller's own, another
 * member's, one of another room.
 */
export type Place = {
  roomId: string;
  me: string;
  other: string;
  newcomer: string;
  own: string;
  theirs: string;
  elsewhere: string;
};
export type Input = {
  params?: object;
  query?: object;
  body?: object;
  files?: Record<string, Blob[]>;
};
type Ask = (place: Place) => Input;
type Bad = { given: Ask; status: number; says: string };
/**
 * A call, its input, and which status each role gets: 200 is allowed; anything else is refused and
 * changes nothing. In a group the roles are a member, its creator and an excluded user; in a
 * private room a member and one who was blocked by the other. Non-members are covered by the
 * sweeps.
 */
export type Row = {
  route: RouteSpec;
  given: Ask;
  member: number;
  creator?: number;
  shut: number;
  bad: Bad[];
};

export const nowhere = '01890000-0000-7000-8000-000000000000';
export const text = (length: number): string => 'х'.repeat(length);
export const room: Ask = ({ roomId }) => ({ params: { roomId } });
export const thisRoom: Ask = ({ roomId }) => ({ params: { id: roomId } });
const page = { page: 1, offset: 0 };
export const bad = (status: number, says: string, input: Ask): Bad => ({
  given: input,
  status,
  says,
});
export const NO_PICTURE =
  'Такой тип файла не поддерживается. Подойдут JPEG, PNG, GIF, WebP и AVIF.';
export const notFound = (input: Ask): Bad => bad(404, 'Не найдено', input);
/** A malformed id gives 404 too. */
export const noId = (name: string, ask: Ask = () => ({})): Bad =>
  notFound((place) => ({ ...ask(place), params: { ...ask(place).params, [name]: 'x' } }));
export const note = new Blob(['это не картинка']);
const LONG_MESSAGE = 'Сообщение не длиннее 4 000 символов';

/**
 * Returns the calls that private rooms and groups share. `read` and `write` are the statuses for a
 * user who may no longer read or write.
 */
export const conversation = (
  face: typeof chats | typeof groups,
  [read, write]: [number, number],
  isGroup: boolean,
): Row[] => {
  const row = (route: RouteSpec, input: Ask, shut: number, wrong: Bad[]): Row => ({
    route,
    given: input,
    member: 200,
    ...(isGroup ? { creator: 200 } : {}),
    shut,
    bad: wrong,
  });
  return [
    row(face.connect as RouteSpec, ({ roomId, me }) => ({ params: { roomId, userId: me } }), read, [
      bad(403, 'Недостаточно прав', ({ roomId, other }) => ({ params: { roomId, userId: other } })),
      notFound(({ me }) => ({ params: { roomId: nowhere, userId: me } })),
    ]),
    row(
      face.messages as RouteSpec,
      ({ roomId }) => ({ params: page, query: { room: roomId } }),
      read,
      [
        bad(400, 'Такого дня нет.', ({ roomId }) => ({
          params: page,
          query: { room: roomId, date: '2026-13-45' },
        })),
        bad(400, 'Откройте переписку.', () => ({ params: page })),
        notFound(({ roomId, elsewhere }) => ({
          params: page,
          query: { room: roomId, around: elsewhere },
        })),
        notFound(({ roomId }) => ({ params: page, query: { room: roomId, before: nowhere } })),
      ],
    ),
    row(
      face.send as RouteSpec,
      (place) => ({ ...room(place), body: { message: 'слово' } }),
      write,
      [
        bad(400, 'Напишите сообщение или добавьте файл.', (place) => ({
          ...room(place),
          body: { message: '  ' },
        })),
        bad(400, LONG_MESSAGE, (place) => ({ ...room(place), body: { message: text(4_001) } })),
        bad(415, NO_PICTURE, (place) => ({
          ...room(place),
          body: {},
          files: { image: [note] },
        })),
        notFound((place) => ({
          ...room(place),
          body: { message: 'в ответ', replyTo: place.elsewhere },
        })),
      ],
    ),
    row(
      face.edit as RouteSpec,
      ({ own }) => ({ params: { id: own }, body: { message: 'иначе' } }),
      write,
      [
        notFound(({ theirs }) => ({ params: { id: theirs }, body: { message: 'чужое' } })),
        bad(400, LONG_MESSAGE, ({ own }) => ({
          params: { id: own },
          body: { message: text(4_001) },
        })),
        bad(400, 'Напишите сообщение или добавьте файл.', ({ own }) => ({
          params: { id: own },
          body: { message: '' },
        })),
      ],
    ),
    row(face.remove as RouteSpec, ({ own }) => ({ params: { id: own } }), read, [
      ...(isGroup ? [] : [notFound(({ theirs }: Place) => ({ params: { id: theirs } }))]),
      noId('id'),
    ]),
    row(face.read as RouteSpec, room, read, [
      notFound(() => ({ params: { roomId: nowhere } })),
      noId('roomId'),
    ]),
    row(face.typing as RouteSpec, room, write, [
      notFound(() => ({ params: { roomId: nowhere } })),
      noId('roomId'),
    ]),
  ];
};
/** Returns the other calls of a room besides messaging, which are the same for both kinds. */
export const beside = ([read, write]: [number, number], isGroup: boolean): Row[] => {
  const row = (route: RouteSpec, input: Ask, shut: number, wrong: Bad[]): Row => ({
    route,
    given: input,
    member: 200,
    ...(isGroup ? { creator: 200 } : {}),
    shut,
    bad: wrong,
  });
  const emoji =
    (value: string): Ask =>
    ({ theirs }) => ({ params: { messageId: theirs }, body: { emoji: value } });
  const pinned: Ask = ({ theirs }) => ({ params: { messageId: theirs } });
  const [upload, reset] = isGroup
    ? [backgrounds.uploadToGroup, backgrounds.resetOfGroup]
    : [backgrounds.upload, backgrounds.reset];
  return [
    row(extras.react, emoji('👍'), write, [
      bad(400, 'Выберите реакцию.', emoji('слово')),
      notFound(() => ({ params: { messageId: nowhere }, body: { emoji: '👍' } })),
    ]),
    row(extras.unreact, emoji('👍'), write, [
      notFound(() => ({ params: { messageId: nowhere }, body: { emoji: '👍' } })),
    ]),
    row(
      extras.forward,
      ({ roomId, theirs }) => ({
        body: { messages: [theirs], rooms: [roomId], clientId: 'вперёд' },
      }),
      write,
      [
        bad(400, 'Выберите сообщения.', ({ roomId }) => ({
          body: { messages: [], rooms: [roomId], clientId: 'х' },
        })),
        bad(400, 'Выберите, кому переслать.', ({ own }) => ({
          body: { messages: [own], rooms: [], clientId: 'х' },
        })),
        notFound(({ own }) => ({ body: { messages: [own], rooms: [nowhere], clientId: 'х' } })),
        notFound(({ roomId }) => ({
          body: { messages: [nowhere], rooms: [roomId], clientId: 'х' },
        })),
      ],
    ),
    row(extras.versions, pinned, read, [
      notFound(() => ({ params: { messageId: nowhere } })),
      noId('messageId'),
    ]),
    row(extras.pin, pinned, write, [
      notFound(() => ({ params: { messageId: nowhere } })),
      noId('messageId'),
    ]),
    row(extras.unpin, pinned, write, [
      notFound(() => ({ params: { messageId: nowhere } })),
      noId('messageId'),
    ]),
    row(extras.search, ({ roomId }) => ({ query: { q: 'слово', room: roomId } }), read, [
      notFound(() => ({ query: { q: 'слово', room: nowhere } })),
    ]),
    row(extras.saveDraft, (place) => ({ ...room(place), body: { text: 'начато' } }), read, [
      bad(400, LONG_MESSAGE, (place) => ({ ...room(place), body: { text: text(4_001) } })),
    ]),
    row(extras.muteRoom, room, read, [
      notFound(() => ({ params: { roomId: nowhere } })),
      noId('roomId'),
    ]),
    row(extras.unmuteRoom, room, read, [
      notFound(() => ({ params: { roomId: nowhere } })),
      noId('roomId'),
    ]),
    row(extras.mentionable, room, read, [
      notFound(() => ({ params: { roomId: nowhere } })),
      noId('roomId'),
    ]),
    row(upload, room, write, [
      bad(400, 'Выберите изображение', room),
      bad(415, NO_PICTURE, (place) => ({
        ...room(place),
        files: { file: [note] },
      })),
    ]),
    row(reset, room, write, [notFound(() => ({ params: { roomId: nowhere } })), noId('roomId')]),
  ];
};

const withOther: Ask = ({ other }) => ({ params: { userId: other } });
/** A blocked user still reads the conversation, but cannot write. */
export const PRIVATE_ROWS: Row[] = [
  {
    route: chats.rooms,
    given: () => ({}),
    member: 200,
    shut: 200,
    bad: [bad(400, 'Проверьте это поле.', () => ({ query: { before: 'x' } }))],
  },
  { route: chats.unread, given: () => ({}), member: 200, shut: 200, bad: [] },
  { route: chats.checkRoom, given: withOther, member: 200, shut: 200, bad: [noId('userId')] },
  {
    route: chats.createRoom,
    given: withOther,
    member: 200,
    shut: 200,
    bad: [
      bad(400, 'Нельзя сделать это с самим собой', ({ me }) => ({ params: { userId: me } })),
      notFound(() => ({ params: { userId: nowhere } })),
    ],
  },
  {
    route: chats.getRoomId,
    given: withOther,
    member: 200,
    shut: 200,
    bad: [notFound(() => ({ params: { userId: nowhere } })), noId('userId')],
  },
  {
    route: chats.roomByUsers,
    given: withOther,
    member: 200,
    shut: 200,
    bad: [notFound(() => ({ params: { userId: nowhere } })), noId('userId')],
  },
  {
    route: chats.room,
    given: thisRoom,
    member: 200,
    shut: 200,
    bad: [notFound(() => ({ params: { id: nowhere } })), noId('id')],
  },
  ...conversation(chats, [200, 403], false),
  ...beside([200, 403], false),
];
