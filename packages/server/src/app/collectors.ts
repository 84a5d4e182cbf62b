import { collectSessions, collectSignIns } from '#features/account/collect.ts';
import { collectDownloads, collectGames } from '#features/catalogue/collect.ts';
import { collectDialogs, collectRefusals } from '#features/chats/collect.ts';
import { collectAds, collectFavourites, collectSearches } from '#features/classifieds/collect.ts';
import { collectCloud } from '#features/cloud/collect.ts';
import type { Collector } from '#features/export/service.ts';
import { collectNotifications, collectVisits } from '#features/notifications/collect.ts';
import {
  collectBlocked,
  collectFriends,
  collectMuted,
  collectRequests,
} from '#features/people/collect.ts';
import { collectPhotos } from '#features/photos/collect.ts';
import { collectPromos, collectSeen } from '#features/promos/collect.ts';
import { collectProfile } from '#features/profile/collect.ts';
import { collectComments, collectLikes } from '#features/reactions/collect.ts';
import { collectArticles, collectPublics } from '#features/publics/collect.ts';
import { collectReports } from '#features/reports/collect.ts';
import { collectAppeals } from '#features/support/collect.ts';
import {
  collectChannels,
  collectPlaylists,
  collectVideos,
  collectWatches,
} from '#features/videohost/collect.ts';
import { collectPosts } from '#features/wall/collect.ts';
import type { Kept } from '#platform/collect.ts';
import type { Ground } from '#platform/ground.ts';

/** Everything that the house keeps of a person, as its owner gets it. */
export function makeCollectors(ground: Ground): Collector[] {
  const rows = (
    file: string,
    says: string,
    collect: (ground: Ground, userId: string) => AsyncIterable<Kept>,
  ): Collector => ({ file, says, collect: (userId) => collect(ground, userId) });
  return [
    {
      ...rows(
        'profile.json',
        'Ваша анкета: имя, почта, дата рождения, город, о себе, приватность и выключенные уведомления.',
        collectProfile,
      ),
      isOne: true,
    },
    rows('friends.json', 'Друзья, и с какого дня.', collectFriends),
    rows(
      'friend-requests.json',
      'Заявки в друзья, ваши и к вам: ждут ответа (waiting) или отклонены (declined).',
      collectRequests,
    ),
    rows('blocked.json', 'Кого вы заблокировали.', collectBlocked),
    rows('muted.json', 'Чьи записи вы скрыли.', collectMuted),
    rows('posts.json', 'Записи вашей стены и черновики (draft).', collectPosts),
    rows(
      'groups.json',
      'Группы, которые вы читаете, ведёте или редактируете, и те, что закрыли вам доступ.',
      collectPublics,
    ),
    rows(
      'group-posts.json',
      'Ваши записи в группах: вышедшие, отложенные и предложенные.',
      collectArticles,
    ),
    rows(
      'channels.json',
      'Видеоканалы: ваш, те, которым вы помогаете, и подписки.',
      collectChannels,
    ),
    rows('videos.json', 'Ваши видео.', collectVideos),
    rows('video-history.json', 'Какие видео вы смотрели, и где остановились.', collectWatches),
    rows('playlists.json', 'Плейлисты и «Посмотреть позже».', collectPlaylists),
    rows('photos.json', 'Фотографии вашей страницы.', collectPhotos),
    rows('comments.json', 'Ваши комментарии.', collectComments),
    rows('likes.json', 'Что вам понравилось.', collectLikes),
    rows('notifications.json', 'Уведомления.', collectNotifications),
    rows('visits.json', 'Чьи страницы вы посещали, и когда в последний раз.', collectVisits),
    rows('dialogs.json', 'Переписки; сообщения каждой лежат в папке dialogs.', collectDialogs),
    rows(
      'refused-groups.json',
      'Беседы, в которые вы просили вас больше не приглашать.',
      collectRefusals,
    ),
    rows(
      'cloud.json',
      'Файлы облака и корзины: они сами лежат в папках cloud и cloud-trash; кому вы их отправили.',
      collectCloud,
    ),
    rows('games.json', 'Игры, которые вы оценили или отметили.', collectGames),
    rows('game-downloads.json', 'Что вы скачали из каталога.', collectDownloads),
    rows('ads.json', 'Ваши объявления с картинками и телефоном.', collectAds),
    rows('favourite-ads.json', 'Объявления в избранном.', collectFavourites),
    rows('saved-searches.json', 'Сохранённые поиски по объявлениям.', collectSearches),
    rows('promos.json', 'Ваша реклама с картинками, показами и переходами.', collectPromos),
    rows(
      'seen-promos.json',
      'Какую рекламу вам показывали, по дням, и какую вы скрыли.',
      collectSeen,
    ),
    rows('sessions.json', 'Где вы вошли: устройства и даты.', collectSessions),
    rows('sign-ins.json', 'Входы на вашу страницу за 90 дней, и неудавшиеся.', collectSignIns),
    rows('reports.json', 'Ваши жалобы администратору.', collectReports),
    rows('support.json', 'Ваши письма в поддержку.', collectAppeals),
  ];
}
