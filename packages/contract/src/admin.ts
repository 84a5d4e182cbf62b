import { Type, type TProperties } from 'typebox';
import { FILES, LENGTHS, VISITS } from './limits.ts';
import { PersonCard } from './person.ts';
import { REPORT_REASONS, type ReportKind, type ReportReason } from './reports.ts';
import { Id, Moment, Nullable, Ok, SearchWords, Text, route } from './route.ts';

const Other = Type.Object({ id: Id });
const Paged = { before: Type.Optional(Id) };
export const oneOf = <const T extends string>(words: readonly T[]) =>
  Type.Unsafe<T>(Type.String({ enum: [...words] }));
const Someone = Nullable(PersonCard);
const Reason = Text({
  max: LENGTHS.reason,
  min: 1,
  empty: 'Укажите причину',
  long: 'Причина не длиннее 500 символов',
});

// ── support messages
export const APPEAL_STATES = ['new', 'answered', 'closed'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];
export const Appeal = Type.Object({
  _id: Id,
  text: Type.String(),
  date: Moment,
  state: oneOf(APPEAL_STATES),
  person: Someone,
  email: Nullable(Type.String({ description: 'Куда уйдёт ответ; null — некуда' })),
  answer: Nullable(Type.String()),
  answered: Nullable(Moment),
});
export const messages = route({
  method: 'GET',
  path: '/admin/messages',
  access: 'admin',
  summary: 'Обращения в поддержку, новые сверху',
  query: Type.Object({ state: Type.Optional(oneOf(APPEAL_STATES)), ...Paged }),
  reply: Type.Object({ messages: Type.Array(Appeal), isLast: Type.Boolean() }),
});
export const answer = route({
  method: 'POST',
  path: '/admin/messages/:id/answer',
  creates: true,
  access: 'admin',
  params: Other,
  summary: 'Ответить письмом, один раз',
  body: Type.Object({
    text: Text({
      max: LENGTHS.answer,
      min: 1,
      empty: 'Напишите ответ',
      long: 'Ответ не длиннее 5 000 символов',
    }),
  }),
  reply: Type.Object({ message: Appeal }),
  errors: ['not_found', 'no_address', 'answered_already'],
});
export const setAppealState = route({
  method: 'POST',
  path: '/admin/messages/:id/state',
  access: 'admin',
  params: Other,
  summary: 'Закрыть обращение без ответа или открыть снова',
  body: Type.Object({ state: oneOf(['new', 'closed'] as const) }),
  reply: Type.Object({ message: Appeal }),
  errors: ['not_found', 'answered_already'],
});

// ── visits and the state of the app
export const visits = route({
  method: 'GET',
  path: '/admin/visits',
  access: 'admin',
  summary: 'Посещения по дням, без пропусков, последний день — сегодня',
  query: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: VISITS.fewest, maximum: VISITS.most })),
  }),
  reply: Type.Object({
    visits: Type.Array(
      Type.Object({ date: Type.String(), members: Type.Integer(), visitors: Type.Integer() }),
    ),
  }),
});
/** Sizes in bytes, and when they were measured. */
const measured = <P extends TProperties>(sizes: P) =>
  Nullable(Type.Object({ ...sizes, measured: Moment }, { description: 'null: ещё не посчитано' }));
export const state = route({
  method: 'GET',
  path: '/admin/state',
  access: 'admin',
  summary:
    'Что ждёт администратора, и сколько места занято; размеры пересчитываются раз в час и не задерживают остального',
  reply: Type.Object({
    waiting: Type.Object({
      messages: Type.Integer(),
      reports: Type.Integer(),
      promos: Type.Integer(),
      failed: Type.Integer({ description: 'Задачи, которые не удались, вместе с письмами' }),
    }),
    database: measured({ bytes: Type.Integer() }),
    storage: measured({ bytes: Type.Integer(), files: Type.Integer() }),
    disk: measured({
      free: Type.Integer(),
      total: Type.Integer(),
      reserve: Type.Integer({ description: 'Если свободно меньше, файлы не принимаются' }),
    }),
  }),
});

// ── files into folders
export const UPLOAD_FOLDERS = ['portfolio', 'filesicons', 'events'] as const;
export type UploadFolder = (typeof UPLOAD_FOLDERS)[number];
export const uploadSomething = route({
  method: 'POST',
  path: '/upload-something',
  access: 'admin',
  limit: 'uploads',
  summary: 'Положить картинку в папку под своим именем; прежняя с тем же именем заменяется',
  form: {
    fields: Type.Object({
      folder: Type.Unsafe<UploadFolder>(
        Type.String({
          enum: [...UPLOAD_FOLDERS],
          errorTexts: { enum: 'Выберите папку', required: 'Выберите папку' },
        }),
      ),
      name: Text({
        max: LENGTHS.fileName,
        min: 1,
        empty: 'Введите имя файла',
        long: 'Имя файла не длиннее 60 символов',
      }),
    }),
    files: { file: { count: 1, maxBytes: FILES.picture.maxBytes } },
  },
  reply: Type.Object({ name: Type.String(), url: Type.String() }),
  errors: ['no_file', 'bad_file_name', 'bad_type', 'too_large', 'no_space'],
});

// ── reports
export const OUTCOMES = ['kept', 'taken_down', 'suspended'] as const;
export type Outcome = (typeof OUTCOMES)[number];
const Kind = Type.Unsafe<ReportKind>(Type.String({ maxLength: 20 }));
export const Case = Type.Object({
  _id: Id,
  kind: Kind,
  objectId: Id,
  date: Moment,
  outcome: Nullable(Type.Unsafe<Outcome>(Type.String())),
  closed: Nullable(Moment),
  count: Type.Integer({ description: 'Сколько человек пожаловались, не больше 1 000' }),
  ownerReports: Type.Integer({ description: 'Сколько дел об этом же человеке, не больше 100' }),
  owner: Someone,
  isOwnerSuspended: Type.Boolean(),
  mayTakeDown: Type.Boolean(),
  thing: Nullable(
    Type.Object(
      { title: Type.String(), text: Type.String(), link: Nullable(Type.String()) },
      { description: 'null: этого уже нет' },
    ),
  ),
  reports: Type.Array(
    Type.Object({
      person: Someone,
      reason: Type.Unsafe<ReportReason>(Type.String({ enum: [...REPORT_REASONS] })),
      text: Type.String(),
      date: Moment,
    }),
    { description: 'Пять последних' },
  ),
});
export const reports = route({
  method: 'GET',
  path: '/admin/reports',
  access: 'admin',
  summary: 'Жалобы, собранные по тому, на что жалуются; новые сверху',
  query: Type.Object({ state: Type.Optional(oneOf(['open', 'closed'] as const)), ...Paged }),
  reply: Type.Object({ cases: Type.Array(Case), isLast: Type.Boolean() }),
});
export const closeCase = route({
  method: 'POST',
  path: '/admin/reports/:id/close',
  access: 'admin',
  params: Other,
  summary: 'Закрыть жалобы без действий; повторно ничего не меняет',
  reply: Ok,
  errors: ['not_found'],
});
export const takeDown = route({
  method: 'POST',
  path: '/admin/takedown',
  access: 'admin',
  summary:
    'Удалить чужое навсегда, файл — изо всех облаков; автор узнаёт причину, жалобы об этом закрываются',
  body: Type.Object({ kind: Kind, id: Id, reason: Reason }),
  reply: Ok,
  errors: ['not_found', 'not_content'],
});

// ── members
export const Suspension = Type.Object({
  reason: Type.String(),
  until: Nullable(Type.String({ description: 'null: навсегда' })),
  since: Moment,
});
export const Member = Type.Object({
  ...PersonCard.properties,
  email: Type.String(),
  city: Type.String(),
  joined: Moment,
  activated: Type.Boolean(),
  isAdmin: Type.Boolean(),
  suspension: Nullable(Suspension),
});
export const members = route({
  method: 'GET',
  path: '/admin/members',
  access: 'admin',
  summary: 'Участники, новые сверху; q — имя, начало почты или id',
  query: Type.Object({
    q: Type.Optional(SearchWords),
    suspended: Type.Optional(oneOf(['yes'] as const)),
    ...Paged,
  }),
  reply: Type.Object({ members: Type.Array(Member), isLast: Type.Boolean() }),
});
export const suspend = route({
  method: 'POST',
  path: '/admin/suspend/:id',
  access: 'admin',
  params: Other,
  summary:
    'Заблокировать участника: сессии и потоки заканчиваются сразу; повторно меняет причину и срок',
  body: Type.Object({
    reason: Reason,
    until: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601; нет — навсегда' })),
    caseId: Type.Optional(Id),
  }),
  reply: Type.Object({ suspension: Suspension }),
  errors: ['not_found', 'self', 'bad_suspension'],
});
export const lift = route({
  method: 'DELETE',
  path: '/admin/suspend/:id',
  access: 'admin',
  params: Other,
  summary: 'Снять блокировку; кто не заблокирован, тем и остаётся',
  reply: Ok,
  errors: ['not_found'],
});

// ── the log
export const LogEntry = Type.Object({
  _id: Id,
  action: Type.String(),
  admin: Someone,
  person: Someone,
  personId: Nullable(Type.String()),
  kind: Nullable(Type.String()),
  objectId: Nullable(Type.String()),
  reason: Type.String(),
  date: Moment,
});
export const log = route({
  method: 'GET',
  path: '/admin/log',
  access: 'admin',
  summary: 'Что делал администратор, новое сверху',
  query: Type.Object(Paged),
  reply: Type.Object({ entries: Type.Array(LogEntry), isLast: Type.Boolean() }),
});
