import { displayName, isolate } from '@respa/contract/characters';
import {
  AD_MENTION_TITLE,
  ANSWER_TITLE,
  COMMENT_MENTION_TITLE,
  POST_MENTION_TITLE,
  type NotificationType,
} from '@respa/contract/notifications';
import { count as formatCount } from '#lib/text/format.ts';
import { together, verb } from '#lib/text/person-grammar.ts';
import type { Sentence } from '#lib/text/sentence.ts';
import type { Notice } from './words.ts';

const TOGETHER = 'двое трое четверо пятеро шестеро семеро восьмеро девятеро десятеро'.split(' ');
/**
 * Returns ' и ещё двое', for up to ten people in words, or ' и ещё 12'; '' if there is nobody else.
 */
export function andOthers(others: number): string {
  if (others <= 0) return '';
  return ` и ещё ${others === 1 ? 'один человек' : (TOGETHER[others - 2] ?? formatCount(others))}`;
}

const quoted = (name: string): string => `«${isolate(name)}»`;
/** Returns what a stored title quotes: the name as it was then. The name itself may have quotes. */
const quotedIn = (title: string): string => /«(.*)»/s.exec(title)?.[1] ?? '';
/** Returns ' «Маяк»', or '' for an object without a known name. */
function nameOf({ title, preview }: Notice): string {
  const name = preview?.name ?? quotedIn(title);
  return name === '' ? '' : ` ${quoted(name)}`;
}

type Verb = readonly [man: string, woman: string, unknown: string, many: string];
const ACTS = {
  like: ['оценил', 'оценила', 'оценил(а)', 'оценили'],
  comment: ['прокомментировал', 'прокомментировала', 'прокомментировал(а)', 'прокомментировали'],
  answer: ['ответил', 'ответила', 'ответил(а)', 'ответили'],
  share: ['поделился', 'поделилась', 'поделился(-ась)', 'поделились'],
  visit: ['заходил', 'заходила', 'заходил(а)', 'заходили'],
  react: ['поставил', 'поставила', 'поставил(а)', 'поставили'],
  mention: ['упомянул', 'упомянула', 'упомянул(а)', 'упомянули'],
  delete: ['удалил', 'удалила', 'удалил(а)', 'удалили'],
  reject: ['отклонил', 'отклонила', 'отклонил(а)', 'отклонили'],
  file: ['отправил', 'отправила', 'отправил(а)', 'отправили'],
  invite: ['пригласил', 'пригласила', 'пригласил(а)', 'пригласили'],
} as const satisfies Record<string, Verb>;

const OBJECTS: Record<string, string> = {
  userphoto: 'вашу фотографию',
  video: 'ваше видео',
  app: 'вашу игру',
};
const objectOf = ({ postType }: Notice): string => OBJECTS[postType ?? ''] ?? 'ваш пост';

const SHARED: Record<string, string> = {
  userphoto: 'вашей фотографией',
  video: 'вашим видео',
  app: 'вашей игрой',
};

const NAMED_IN: Record<string, string> = {
  [POST_MENTION_TITLE]: 'посте',
  [COMMENT_MENTION_TITLE]: 'комментарии',
  [AD_MENTION_TITLE]: 'объявлении',
};
const placeOf = (notice: Notice): string => NAMED_IN[notice.title] ?? `беседе${nameOf(notice)}`;

/** 'Соня Гай и ещё двое оценили ваш пост'. */
const act = ({ person, others }: Notice, kind: keyof typeof ACTS, rest: string): Sentence => {
  const [man, woman, unknown, many] = ACTS[kind];
  const did = others > 0 ? many : verb(person, [man, woman, unknown]);
  return [{ who: displayName(person) }, `${andOthers(others)} ${did} ${rest}`];
};

/** Several people may have chosen different reactions, so only a single one is named. */
function liked(notice: Notice): Sentence {
  const emoji = /^Реакция (\S+) /.exec(notice.title)?.[1];
  return emoji === undefined || notice.others > 0
    ? act(notice, 'like', objectOf(notice))
    : act(
        notice,
        'react',
        `${emoji} ${notice.postType === 'userphoto' ? 'вашей фотографии' : 'вашему посту'}`,
      );
}

function nowFriends({ person }: Notice): Sentence {
  const declined = together(person);
  return declined === null
    ? ['Теперь вы друзья: ', { who: displayName(person) }]
    : [`Вы ${declined[0]} `, { who: declined[1] }, ' теперь друзья'];
}

/** Sentences that the server stores whole, in the words of the site. */
const REWORDED: readonly [RegExp, string][] = [
  [/^Ваша запись вышла/, 'Ваш пост вышел'],
  [/^Ваша запись не подошла/, 'Ваш пост не подошёл'],
  [/^Удалено: (?:запись|пост)/, 'Удалено администрацией: пост'],
  [/^Удалено: /, 'Удалено администрацией: '],
  [/^Реклама /, 'Ваша реклама '],
  [/^Вход с нового устройства(?:: )?/, 'В ваш аккаунт вошли с нового устройства: '],
];
const reworded = ({ title }: Notice): Sentence => {
  const [pattern, words] = REWORDED.find(([one]) => one.test(title)) ?? [/^/, ''];
  return [
    title
      .replace(pattern, words)
      .replace(/: $/, '')
      .replace(/«(.*)»/s, (_, name: string) => quoted(name)),
  ];
};

function ofCommunity(notice: Notice): Sentence {
  return notice.postType === 'publicnotifications'
    ? [
        `Новое в группе${nameOf(notice)}: `,
        { who: displayName(notice.person) },
        andOthers(notice.others),
      ]
    : reworded(notice);
}

const COMPOSE: Record<NotificationType, (notice: Notice) => Sentence> = {
  friends: ({ person }) => [{ who: displayName(person) }, ' хочет добавить вас в друзья'],
  reply: nowFriends,
  delete: (notice) => act(notice, 'delete', 'вас из друзей'),
  reject: (notice) => act(notice, 'reject', 'вашу заявку в друзья'),
  like: liked,
  comment: (notice) =>
    notice.title === ANSWER_TITLE
      ? act(notice, 'answer', 'на ваш комментарий')
      : act(notice, 'comment', objectOf(notice)),
  share: (notice) => act(notice, 'share', SHARED[notice.postType ?? ''] ?? 'вашим постом'),
  visit: (notice) => act(notice, 'visit', 'на вашу страницу'),
  file: (notice) => act(notice, 'file', `вам файл${nameOf(notice)}`),
  invite: (notice) => act(notice, 'invite', `вас в беседу${nameOf(notice)}`),
  mention: (notice) => act(notice, 'mention', `вас в ${placeOf(notice)}`),
  public: ofCommunity,
  video: (notice) => [`Новое видео на канале${nameOf(notice)}`],
  board: ({ title }) => {
    const words = quotedIn(title);
    return [`Новое объявление по вашему поиску${words === '' ? '' : ` ${quoted(words)}`}`];
  },
  takedown: reworded,
  promo: reworded,
  device: reworded,
};

/**
 * Returns the sentence of a notification, composed from its type and people: 'Даша Ветрова хочет
 * добавить вас в друзья'. A type that this version does not know has the person's name and the
 * stored title.
 */
export function sentenceOf(notice: Notice): Sentence {
  const compose = (COMPOSE as Partial<typeof COMPOSE>)[notice.type];
  return compose?.(notice) ?? [{ who: displayName(notice.person) }, `: ${notice.title}`];
}
