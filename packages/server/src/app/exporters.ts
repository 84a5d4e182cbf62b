import { exportSessions, exportSignIns } from '#features/account/export.ts';
import { exportDownloads, exportGames } from '#features/catalogue/export.ts';
import {
  exportDialogs,
  exportFolders,
  exportRefusals,
  exportScheduled,
} from '#features/chats/export.ts';
import { exportAds, exportFavourites, exportSearches } from '#features/classifieds/export.ts';
import { exportCloud } from '#features/cloud/export.ts';
import type { Exporter } from '#features/export/service.ts';
import { exportNotifications, exportVisits } from '#features/notifications/export.ts';
import {
  exportBlocked,
  exportFriends,
  exportHidden,
  exportMuted,
  exportRequests,
} from '#features/people/export.ts';
import { exportPhotos } from '#features/photos/export.ts';
import { exportPromos, exportSeen } from '#features/promos/export.ts';
import { exportProfile } from '#features/profile/export.ts';
import { exportVotes } from '#features/polls/export.ts';
import { exportComments, exportLikes } from '#features/reactions/export.ts';
import { exportArticles, exportCommunities } from '#features/communities/export.ts';
import { exportGifs, exportPacks } from '#features/stickers/export.ts';
import { exportPush } from '#features/push/export.ts';
import { exportReports } from '#features/reports/export.ts';
import { exportAppeals } from '#features/support/export.ts';
import {
  exportChannels,
  exportPlaylists,
  exportVideos,
  exportWatches,
} from '#features/videohost/export.ts';
import { exportPosts } from '#features/wall/export.ts';
import type { ExportRecord } from '#platform/runtime/export-records.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** Exports everything that the app stores about a person, for that person. */
export function createExporters(context: AppContext): Exporter[] {
  const rows = (
    file: string,
    description: string,
    collect: (context: AppContext, userId: string) => AsyncIterable<ExportRecord>,
  ): Exporter => ({ file, description, rows: (userId) => collect(context, userId) });
  return [
    {
      ...rows(
        'profile.json',
        'Ваш профиль: имя, почта, дата рождения, город, о себе, приватность и выключенные уведомления.',
        exportProfile,
      ),
      isOne: true,
    },
    rows('friends.json', 'Друзья, и с какого дня.', exportFriends),
    rows(
      'friend-requests.json',
      'Заявки в друзья, ваши и к вам: ждут ответа (waiting) или отклонены (declined).',
      exportRequests,
    ),
    rows('blocked.json', 'Кого вы заблокировали.', exportBlocked),
    rows('muted.json', 'Чьи посты вы скрыли.', exportMuted),
    rows('hidden-suggestions.json', 'Кого вы просили не предлагать в друзья.', exportHidden),
    rows('posts.json', 'Посты вашей стены и черновики (draft).', exportPosts),
    rows(
      'groups.json',
      'Группы, которые вы читаете, ведёте или редактируете, и те, что закрыли вам доступ.',
      exportCommunities,
    ),
    rows(
      'group-posts.json',
      'Ваши посты в группах: вышедшие, отложенные и предложенные.',
      exportArticles,
    ),
    rows(
      'channels.json',
      'Видеоканалы: ваш, те, которым вы помогаете, и подписки.',
      exportChannels,
    ),
    rows('videos.json', 'Ваши видео.', exportVideos),
    rows('video-history.json', 'Какие видео вы смотрели, и где остановились.', exportWatches),
    rows('playlists.json', 'Плейлисты и «Посмотреть позже».', exportPlaylists),
    rows('photos.json', 'Фотографии вашей страницы.', exportPhotos),
    rows('comments.json', 'Ваши комментарии.', exportComments),
    rows('likes.json', 'Что вам понравилось.', exportLikes),
    rows('poll-votes.json', 'Ваши голоса в опросах.', exportVotes),
    rows('notifications.json', 'Уведомления.', exportNotifications),
    rows('visits.json', 'Чьи страницы вы посещали, и когда в последний раз.', exportVisits),
    rows('dialogs.json', 'Переписки; сообщения каждой лежат в папке dialogs.', exportDialogs),
    rows('scheduled-messages.json', 'Сообщения, которые ждут своего времени.', exportScheduled),
    rows('chat-folders.json', 'Папки, по которым вы разложили чаты.', exportFolders),
    rows(
      'refused-groups.json',
      'Беседы, в которые вы просили вас больше не приглашать.',
      exportRefusals,
    ),
    rows(
      'cloud.json',
      'Файлы облака и корзины: они сами лежат в папках cloud и cloud-trash; кому вы их отправили.',
      exportCloud,
    ),
    rows('stickers.json', 'Ваши наборы стикеров и эмодзи и те, что вы добавили.', exportPacks),
    rows('gifs.json', 'Сохранённые GIF; они сами лежат в папке gifs.', exportGifs),
    rows('push.json', 'Уведомления на устройствах: настройки и список устройств.', exportPush),
    rows('games.json', 'Игры, которые вы оценили или отметили.', exportGames),
    rows('game-downloads.json', 'Что вы скачали из каталога.', exportDownloads),
    rows('ads.json', 'Ваши объявления с картинками и телефоном.', exportAds),
    rows('favourite-ads.json', 'Объявления в избранном.', exportFavourites),
    rows('saved-searches.json', 'Сохранённые поиски по объявлениям.', exportSearches),
    rows('promos.json', 'Ваша реклама с картинками, показами и переходами.', exportPromos),
    rows(
      'seen-promos.json',
      'Какую рекламу вам показывали, по дням, и какую вы скрыли.',
      exportSeen,
    ),
    rows('sessions.json', 'Где вы вошли: устройства и даты.', exportSessions),
    rows('sign-ins.json', 'Входы на вашу страницу за 90 дней, и неудавшиеся.', exportSignIns),
    rows('reports.json', 'Ваши жалобы администратору.', exportReports),
    rows('support.json', 'Ваши письма в поддержку.', exportAppeals),
  ];
}
