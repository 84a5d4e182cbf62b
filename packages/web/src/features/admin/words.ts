import type { Outcome } from '@respa/contract/admin';
import { dateTime } from '#lib/text/format.ts';
import type { LogEntry } from './api.ts';

export const OUTCOMES: Record<Outcome, string> = {
  kept: 'Оставлено',
  taken_down: 'Удалено',
  suspended: 'Автор заблокирован',
};
const KINDS: Partial<Record<string, string>> = {
  person: 'страница',
  userpost: 'пост',
  userphoto: 'фотография',
  comment: 'комментарий',
  message: 'сообщение',
  group: 'беседа',
  public: 'группа',
  publicpost: 'пост группы',
  file: 'файл',
  game: 'игра',
  channel: 'канал',
  video: 'видео',
  ad: 'объявление',
  promo: 'реклама',
};
export const kindOf = (kind: string): string => KINDS[kind] ?? kind;
const ACTIONS: Partial<Record<string, string>> = {
  answer: 'Ответ на обращение',
  close_message: 'Обращение закрыто',
  reopen_message: 'Обращение открыто снова',
  add_event: 'Событие добавлено',
  edit_event: 'Событие изменено',
  remove_event: 'Событие удалено',
  upload: 'Файл загружен',
  close_report: 'Жалобы закрыты без действий',
  take_down: 'Удалено',
  suspend: 'Заблокирован участник',
  lift: 'Блокировка снята',
  retry_job: 'Задача запущена заново',
  drop_job: 'Задача убрана',
  add_game: 'Игра добавлена',
  edit_game: 'Игра изменена',
  remove_game: 'Игра удалена',
  landing_game: 'Первая страница изменена',
  remove_video: 'Видео удалено',
  remove_channel: 'Канал удалён',
  remove_article: 'Пост группы удалён',
  remove_public: 'Группа удалена',
  remove_ad: 'Объявление удалено',
  remove_promo: 'Реклама удалена',
  remove_comment: 'Комментарий удалён',
  approve_promo: 'Реклама одобрена',
  refuse_promo: 'Реклама отклонена',
};
/** Describes an action in the wording of the log. */
export function actOf({ action, kind }: Pick<LogEntry, 'action' | 'kind'>): string {
  const words = ACTIONS[action] ?? action;
  if (action === 'take_down' || action === 'close_report') return `${words}: ${kindOf(kind ?? '')}`;
  return action === 'upload' || action.endsWith('_job') ? `${words}: ${kind ?? ''}` : words;
}
export const endOf = (until: string | null): string =>
  until === null ? 'навсегда' : `до ${dateTime(until)}`;
const NAMES: Partial<Record<string, string>> = {
  'mail.send': 'Письмо',
  'media.remove': 'Удаление файлов',
  'counters.prove': 'Проверка счётчиков',
  'chats.lose-name': 'Сообщения об удалении профиля',
  'accounts.sweep': 'Очистка: регистрации',
  'mails.sweep': 'Очистка: счётчики писем',
  'accounts.return': 'Ссылка для нового пароля',
  'media.sweep': 'Очистка: файлы',
  'media.view': 'Превью картинки',
  'uploads.remove': 'Удаление загрузок',
  'uploads.sweep': 'Очистка: загрузки',
  'cloud.sweep': 'Очистка: корзины',
  'exports.make': 'Архив данных',
  'exports.remove': 'Удаление архива',
  'exports.sweep': 'Очистка: архивы',
  'publics.publish': 'Отложенный пост',
  'videos.process': 'Обработка видео',
  'videos.tell': 'Уведомления о видео',
  'videos.rank': 'Подборки видео',
  'classifieds.match': 'Поиски для объявления',
  'classifieds.tell': 'Уведомления об объявлении',
  'classifieds.sweep': 'Очистка: объявления',
  'promos.forget': 'Очистка: показы рекламы',
  'promos.sweep': 'Очистка: реклама',
};
export const jobNameOf = (name: string): string => NAMES[name] ?? name;
