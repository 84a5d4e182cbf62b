import {
  IconBell,
  IconBookmark,
  IconBriefcase,
  IconBuildingStore,
  IconCloud,
  IconDeviceGamepad2,
  IconHome,
  IconLayoutGrid,
  IconLifebuoy,
  IconMessageCircle,
  IconMoonStars,
  IconPhoto,
  IconSearch,
  IconSettings,
  IconSpeakerphone,
  IconSticker,
  IconUser,
  IconUserHeart,
  IconUsers,
  IconUsersGroup,
  IconVideo,
  type Icon,
} from '#ui/icons.ts';
import type { Me, ShellData } from './frame/shell-data.ts';

export type Destination = {
  label: string;
  icon: Icon;
  to: (me: Me) => string;
  /** Returns true for other addresses that belong to the same destination. */
  covers?: (path: string, me: Me) => boolean;
  unread?: (data: ShellData) => number;
};

const home: Destination = { label: 'Главная', icon: IconHome, to: () => '/home' };
const mine: Destination = {
  label: 'Моя страница',
  icon: IconUser,
  to: (me) => `/user/${me.id}`,
  covers: (path) => path === '/editprofile',
};
const messages: Destination = {
  label: 'Сообщения',
  icon: IconMessageCircle,
  to: () => '/messages',
  covers: (path) =>
    path.startsWith('/messages/') || path.startsWith('/chat/') || path === '/createchat',
  unread: (data) => data.unread.messages,
};
const people: Destination = {
  label: 'Люди',
  icon: IconUsers,
  to: () => '/users',
  covers: (path, me) => path.startsWith('/user/') && path !== `/user/${me.id}`,
};
const notifications: Destination = {
  label: 'Уведомления',
  icon: IconBell,
  to: () => '/notifications',
  unread: (data) => data.unread.notifications,
};
const settings: Destination = {
  label: 'Настройки',
  icon: IconSettings,
  to: () => '/settings',
  covers: (path) => path.startsWith('/settings/') || path === '/deleteprofile',
};
const friends: Destination = {
  label: 'Друзья',
  icon: IconUserHeart,
  to: (me) => `/friends/${me.id}`,
  covers: (path) => path.startsWith('/friends/'),
};
const photos: Destination = {
  label: 'Фотографии',
  icon: IconPhoto,
  to: (me) => `/photos/${me.id}`,
  covers: (path) => /^\/(photos|userphoto)\//.test(path) || path === '/createfoto',
};
const groups: Destination = {
  label: 'Группы',
  icon: IconUsersGroup,
  to: () => '/publics',
  covers: (path) =>
    /^\/(public|editpublic|createpublicpost|publicnotifications|publicpost)\//.test(path) ||
    path === '/createpublic',
};
const games: Destination = {
  label: 'Игры',
  icon: IconDeviceGamepad2,
  to: () => '/games',
  covers: (path) =>
    /^\/(?:app|update-app)\//.test(path) || path === '/apps' || path === '/create-app',
};
const cloud: Destination = {
  label: 'Облако',
  icon: IconCloud,
  to: () => '/cloud',
  covers: (path) => path.startsWith('/cloud/'),
};
const videos: Destination = {
  label: 'Видео',
  icon: IconVideo,
  to: () => '/videohost',
  covers: (path) => path.startsWith('/videohost/'),
};
const events: Destination = { label: 'События', icon: IconMoonStars, to: () => '/events' };
const stickers: Destination = {
  label: 'Стикеры',
  icon: IconSticker,
  to: () => '/stickers',
  covers: (path) => path.startsWith('/stickers/'),
};
const bookmarks: Destination = {
  label: 'Закладки',
  icon: IconBookmark,
  to: () => '/bookmarks',
};
const board: Destination = {
  label: 'Объявления',
  icon: IconBuildingStore,
  to: () => '/ad/main',
  covers: (path) => path.startsWith('/ad/'),
};
const promos: Destination = {
  label: 'Реклама',
  icon: IconSpeakerphone,
  to: () => '/innerad/cabinet',
  covers: (path) => path.startsWith('/innerad/'),
};
const support: Destination = { label: 'Поддержка', icon: IconLifebuoy, to: () => '/support' };
const portfolio: Destination = { label: 'Портфолио', icon: IconBriefcase, to: () => '/portfolio' };

// A destination is listed only once its page exists. A new service adds its line here.
/** The cards of /services, the documented ones first, each with a short description. */
export const SERVICES: readonly (Destination & { text: string })[] = [
  { ...games, text: 'Каталог с оценками' },
  { ...messages, label: 'Мессенджер', text: 'Переписки и беседы' },
  { ...cloud, text: 'Ваши файлы' },
  { ...videos, label: 'Видеоблогер', text: 'Каналы и прохождения' },
  { ...people, text: 'Найти игроков' },
  { ...friends, text: 'Кто с вами' },
  { ...groups, text: 'О чём пишут игроки' },
  { ...board, text: 'Купить и продать' },
  { ...photos, text: 'Ваши снимки' },
  { ...bookmarks, text: 'Что вы сохранили' },
  { ...stickers, text: 'Наборы для переписки' },
  { ...events, text: 'Что видно на небе' },
  { ...promos, text: 'Личный кабинет рекламы' },
  { ...notifications, text: 'Что нового' },
  { ...settings, text: 'Профиль, вход, приватность' },
  { ...support, text: 'Если что-то не так' },
  { ...portfolio, text: 'Работы автора' },
];
const services: Destination = {
  label: 'Сервисы',
  icon: IconLayoutGrid,
  to: () => '/services',
  covers: (path, me) => INSIDE.some((entry) => isCurrentRoute(entry, path, me)),
};
/** Destinations that a phone reaches only through /services. */
const INSIDE: readonly Destination[] = [
  people,
  friends,
  stickers,
  groups,
  videos,
  board,
  bookmarks,
  cloud,
  photos,
  events,
  promos,
  support,
  portfolio,
];

export const RAIL: readonly Destination[] = [
  home,
  mine,
  messages,
  people,
  groups,
  videos,
  games,
  board,
  cloud,
  { ...services, covers: () => false },
  notifications,
];
export const BOTTOM_BAR: readonly Destination[] = [
  home,
  messages,
  games,
  { ...mine, label: 'Профиль' },
  services,
];
/** What is counted on a card of /home. */
export type HomeNumber = 'messages' | 'games' | 'videos' | 'cloud' | 'ads';
/** The cards of /home, the documented ones first. */
export const HOME_MENU: readonly (Destination & {
  number?: HomeNumber;
  isNarrowOnly?: true;
  isWideOnly?: true;
})[] = [
  mine,
  { ...messages, number: 'messages' },
  { ...games, label: 'Приложения', to: () => '/apps', number: 'games', isWideOnly: true },
  { ...games, number: 'games', isNarrowOnly: true },
  people,
  groups,
  { ...videos, label: 'Видеоблогер', number: 'videos', isWideOnly: true },
  { ...cloud, number: 'cloud', isWideOnly: true },
  { ...board, number: 'ads', isWideOnly: true },
  { ...services, isNarrowOnly: true },
];
export const TOP_BAR: readonly Destination[] = [
  { label: 'Поиск', icon: IconSearch, to: () => '/search' },
  notifications,
  settings,
];
export const SETTINGS = settings;

export function isCurrentRoute(entry: Destination, path: string, me: Me): boolean {
  return path === entry.to(me) || Boolean(entry.covers?.(path, me));
}

/**
 * `page`: bars around a column. `conversation`: the whole window. `open-conversation`: the whole
 * window, and on phones without bars.
 */
export type Layout = 'page' | 'conversation' | 'open-conversation';

export function layoutOf(path: string): Layout {
  if (/^\/(messages|chat)\/[^/]+/.test(path)) return 'open-conversation';
  return path === '/messages' ? 'conversation' : 'page';
}
