import { describe, expect, test } from 'vitest';
import { ANSWER_TITLE, reactionTitle, NOTIFICATION_TYPES } from '@respa/contract/notifications';
import { plainText } from '#lib/text/sentence.ts';
import { andOthers, sentenceOf } from './sentences.ts';
import type { Notice } from './words.ts';

const notice = (type: Notice['type'], who = 'Соня Гай', more: Partial<Notice> = {}): Notice => {
  const [name = '', ...rest] = who.split(' ');
  return {
    _id: '1',
    type,
    title: '',
    from: 'я',
    to: 'ты',
    person: { _id: 'я', name, surname: rest.join(' '), avatarUrl: '', isOnline: false },
    postType: null,
    postID: null,
    checked: false,
    date: '2026-11-24T20:00:00Z',
    others: 0,
    ...more,
  };
};
const words = (...input: Parameters<typeof notice>) => plainText(sentenceOf(notice(...input)));

describe('The sentence of each type', () => {
  test.each<[ReturnType<typeof words>, ...Parameters<typeof notice>]>([
    ['Даша Ветрова хочет добавить вас в друзья', 'friends', 'Даша Ветрова'],
    ['Вы с Мариной Соль теперь друзья', 'reply', 'Марина Соль'],
    ['Даша Ветрова удалила вас из друзей', 'delete', 'Даша Ветрова'],
    ['Игорь Лунёв отклонил вашу заявку в друзья', 'reject', 'Игорь Лунёв'],
    ['Игорь Лунёв заходил на вашу страницу', 'visit', 'Игорь Лунёв'],
    ['Соня Гай оценила ваш пост', 'like', 'Соня Гай', { postType: 'userpost' }],
    [
      'Соня Гай поставила 🔥 вашему посту',
      'like',
      'Соня Гай',
      { title: reactionTitle('🔥', 'userpost'), postType: 'userpost' },
    ],
    [
      'Соня Гай поставила 🔥 вашей фотографии',
      'like',
      'Соня Гай',
      { title: reactionTitle('🔥', 'userphoto'), postType: 'userphoto' },
    ],
    ['Соня Гай оценила вашу фотографию', 'like', 'Соня Гай', { postType: 'userphoto' }],
    ['Соня Гай оценила ваше видео', 'like', 'Соня Гай', { postType: 'video' }],
    ['Соня Гай прокомментировала ваш пост', 'comment', 'Соня Гай', { postType: 'userpost' }],
    ['Игорь Лунёв прокомментировал вашу игру', 'comment', 'Игорь Лунёв', { postType: 'app' }],
    ['Соня Гай ответила на ваш комментарий', 'comment', 'Соня Гай', { title: ANSWER_TITLE }],
    [
      'Марина Соль отправила вам файл «гайд.txt»',
      'file',
      'Марина Соль',
      { title: 'Вам отправили файл «гайд.txt»' },
    ],
    [
      'Соня Гай пригласила вас в беседу «Ночной «рейд»»',
      'invite',
      'Соня Гай',
      { title: 'Приглашение в беседу «Ночной «рейд»»' },
    ],
    // A chat that has a new name since.
    [
      'Соня Гай пригласила вас в беседу «Клан»',
      'invite',
      'Соня Гай',
      { title: 'Приглашение в беседу «Старый клан»', preview: { name: 'Клан' } },
    ],
    ['Соня Гай упомянула вас в беседе', 'mention'],
    [
      'Соня Гай упомянула вас в беседе «Клан»',
      'mention',
      'Соня Гай',
      { preview: { name: 'Клан' } },
    ],
    [
      'Новое в группе «Маяк»: Даша Ветрова',
      'public',
      'Даша Ветрова',
      { title: 'Новое в группе «Маяк»', postType: 'publicnotifications' },
    ],
    [
      'Теперь вы редактор группы «Маяк»',
      'public',
      'Даша Ветрова',
      { title: 'Теперь вы редактор группы «Маяк»', postType: 'public' },
    ],
    [
      'Ваш пост вышел в группе «Маяк»',
      'public',
      'Даша Ветрова',
      { title: 'Ваша запись вышла в группе «Маяк»', postType: 'publicpost' },
    ],
    [
      'Ваш пост не подошёл группе «Маяк»',
      'public',
      'Даша Ветрова',
      { title: 'Ваша запись не подошла группе «Маяк»', postType: 'public' },
    ],
    [
      'Новое видео на канале «Обзоры»',
      'video',
      'Игорь Лунёв',
      { title: 'Новое видео на канале «Обзоры»' },
    ],
    [
      'Новое объявление по вашему поиску «плащ»',
      'board',
      'Игорь Лунёв',
      { title: 'Новое объявление по поиску «плащ»', preview: { text: 'Плащ ёжика' } },
    ],
    [
      'Новое объявление по вашему поиску',
      'board',
      'Игорь Лунёв',
      { title: 'Новое объявление по вашему поиску' },
    ],
    [
      'Удалено администрацией: пост «Куплю голоса». Причина: Обман',
      'takedown',
      'Игорь Лунёв',
      { title: 'Удалено: запись «Куплю голоса». Причина: Обман' },
    ],
    [
      'Удалено администрацией: комментарий «Спам».',
      'takedown',
      'Игорь Лунёв',
      { title: 'Удалено: комментарий «Спам».' },
    ],
    [
      'Ваша реклама «Клан» одобрена и показывается',
      'promo',
      'Игорь Лунёв',
      { title: 'Реклама «Клан» одобрена и показывается' },
    ],
    [
      'В ваш аккаунт вошли с нового устройства: Firefox, Linux',
      'device',
      'Игорь Лунёв',
      { title: 'Вход с нового устройства: Firefox, Linux' },
    ],
    [
      'В ваш аккаунт вошли с нового устройства',
      'device',
      'Игорь Лунёв',
      { title: 'Вход с нового устройства' },
    ],
  ])('%s', (expected, ...input) => {
    expect(words(...input)).toBe(expected);
  });
  test('exists for every type, and for one that this version does not know', () => {
    for (const type of NOTIFICATION_TYPES)
      expect(words(type, 'Соня Гай', { title: 'Что-то' })).not.toBe('');
    expect(words('other' as never, 'Соня Гай', { title: 'Что-то' })).toBe('Соня Гай: Что-то');
  });
  test('has the names in parts of their own, also a declined one', () => {
    expect(sentenceOf(notice('reply', 'Марина Соль'))).toEqual([
      'Вы с ',
      { who: 'Мариной Соль' },
      ' теперь друзья',
    ]);
    expect(sentenceOf(notice('visit', 'Игорь Лунёв'))[0]).toEqual({ who: 'Игорь Лунёв' });
  });
  test('isolates names that are written from right to left', () => {
    expect(words('visit', 'שלום כהן')).toBe('\u2068שלום כהן\u2069 заходил(а) на вашу страницу');
    expect(words('invite', 'Соня Гай', { preview: { name: 'שלום' } })).toBe(
      'Соня Гай пригласила вас в беседу «\u2068שלום\u2069»',
    );
    expect(words('promo', 'Соня Гай', { title: 'Реклама «שלום» одобрена' })).toBe(
      'Ваша реклама «\u2068שלום\u2069» одобрена',
    );
  });
});

test.each([
  [0, ''],
  [1, ' и ещё один человек'],
  [2, ' и ещё двое'],
  [3, ' и ещё трое'],
  [4, ' и ещё четверо'],
  [5, ' и ещё пятеро'],
  [10, ' и ещё десятеро'],
  [11, ' и ещё 11'],
  [12, ' и ещё 12'],
  [21, ' и ещё 21'],
  [1200, ' и ещё 1\u00a0200'],
])('%i others are%s', (others, expected) => {
  expect(andOthers(others)).toBe(expected);
});
test.each([
  ['Соня Гай и ещё один человек оценили ваш пост', 'like', 1],
  ['Соня Гай и ещё двое оценили ваш пост', 'like', 2],
  ['Соня Гай и ещё пятеро прокомментировали ваш пост', 'comment', 5],
  ['Соня Гай и ещё 12 заходили на вашу страницу', 'visit', 12],
  ['Соня Гай и ещё 21 упомянули вас в беседе', 'mention', 21],
] as const)('%s', (expected, type, others) => {
  expect(words(type, 'Соня Гай', { others, postType: 'userpost' })).toBe(expected);
});
test('news of a group name the newest person and the others', () => {
  const [title, postType] = ['Новое в группе «Маяк»', 'publicnotifications'];
  expect(words('public', 'Даша Ветрова', { title, postType, others: 2 })).toBe(
    'Новое в группе «Маяк»: Даша Ветрова и ещё двое',
  );
});

describe('Names', () => {
  test.each([
    ['Игорь Лунёв', 'заходил'],
    ['Илья Черных', 'заходил'],
    ['Марина Соль', 'заходила'],
    ['Саша Белова', 'заходила'],
    ['Саша Белов', 'заходил'],
    ['Женя Шевчук', 'заходил(а)'],
    ['Xx_Dragon_xX ', 'заходил(а)'],
    ['John Smith', 'заходил(а)'],
    ['🎮 🐉', 'заходил(а)'],
  ])('%s %s', (who, did) => {
    expect(words('visit', who)).toBe(`${who.trim()} ${did} на вашу страницу`);
  });
  test.each([
    ['Игорь Лунёв', 'Вы с Игорем Лунёвым теперь друзья'],
    ['Марина Соль', 'Вы с Мариной Соль теперь друзья'],
    ['Соня Гай', 'Вы с Соней Гай теперь друзья'],
    ['Мария Черных', 'Вы с Марией Черных теперь друзья'],
    ['Пётр Ким', 'Вы с Петром Кимом теперь друзья'],
    ['Никита Дзюба', 'Вы с Никитой Дзюбой теперь друзья'],
    ['Анна-Мария Петрова', 'Вы с Анной-Марией Петровой теперь друзья'],
    ['Светлана Орлова', 'Вы со Светланой Орловой теперь друзья'],
    ['Лев Толстой', 'Вы со Львом Толстым теперь друзья'],
    ['Всеволод Котов', 'Вы со Всеволодом Котовым теперь друзья'],
    ['Семён Котов', 'Вы с Семёном Котовым теперь друзья'],
    ['Саша Белова', 'Вы с Сашей Беловой теперь друзья'],
    ['Алёна ', 'Вы с Алёной теперь друзья'],
  ])('%s is declined', (who, expected) => {
    expect(words('reply', who)).toBe(expected);
  });
  test.each([
    'Xx_Dragon_xX',
    'John Smith',
    '🎮 🐉',
    'Нагибатор2007 Иванов',
    'МАРИНА СОЛЬ',
    'марина соль',
    'Мой Никнейм',
    'Женя Шевчук',
    // The name and the surname disagree.
    'Игорь Белова',
    'Марина Сокол🦅',
    'Анна de Вилль',
  ])('%s is not declined', (who) => {
    expect(words('reply', who)).toBe(`Теперь вы друзья: ${who}`);
  });
});
