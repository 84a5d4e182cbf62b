/** The closed catalogue of errors: machine name → status and the Russian sentence for people. */
export const ERROR_CATALOGUE = {
  bad_input: { status: 400, text: 'Неверный формат запроса.' },
  bad_characters: { status: 400, text: 'Недопустимые символы.' },
  bad_multipart: { status: 400, text: 'Не удалось прочитать отправленные файлы.' },
  unknown_proxy: {
    status: 400,
    text: 'Сервер не настроен для работы за прокси. Администратор сайта должен задать TRUST_PROXY.',
  },
  not_signed_in: { status: 401, text: 'Войдите в систему' },
  not_activated: { status: 403, text: 'Профиль не активирован. Откройте ссылку из письма.' },
  suspended: { status: 403, text: 'Профиль заблокирован.' },
  forbidden: { status: 403, text: 'Недостаточно прав' },
  sign_in_again: { status: 403, text: 'Войдите ещё раз: вход администратора действует 12 часов.' },
  factor_required: {
    status: 403,
    text: 'Включите двухфакторную защиту в настройках: без неё кабинет администратора закрыт.',
  },
  comments_closed: { status: 403, text: 'Автор закрыл комментарии к этому посту.' },
  not_found: { status: 404, text: 'Не найдено' },
  too_large: { status: 413, text: 'Файл слишком большой' },
  body_too_large: { status: 413, text: 'Запрос слишком большой.' },
  bad_type: { status: 415, text: 'Такой тип файла не поддерживается' },
  bad_media_type: { status: 415, text: 'Неверный тип запроса.' },
  too_many_files: {
    status: 400,
    text: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
  },
  too_many_images: { status: 400, text: 'Ошибка: Нельзя загружать больше 6 изображений' },
  too_many_videos: { status: 400, text: 'Ошибка: Нельзя загружать больше 2 видео' },
  chat_files_too_large: { status: 413, text: 'Общий размер загружаемых файлов превышает 50Mb.' },
  already_created: { status: 409, text: 'Это уже создано. Обновите страницу.' },
  key_used: { status: 409, text: 'Этот ключ уже использован для другого действия.' },
  too_slow: {
    status: 408,
    text: 'Файлы приходят слишком медленно. Проверьте соединение и попробуйте ещё раз.',
  },
  too_many_uploads: {
    status: 429,
    text: 'Слишком много загрузок одновременно. Дождитесь, пока закончатся прежние.',
  },
  too_often: { status: 429, text: 'Слишком часто. Попробуйте позже.' },
  internal: { status: 500, text: 'На сервере ошибка. Мы уже разбираемся.' },
  unavailable: { status: 503, text: 'Сервер занят. Попробуйте ещё раз.' },
  no_space: { status: 507, text: 'На сервере закончилось место' },

  bad_credentials: { status: 400, text: 'Неверная почта или пароль' },
  simple_password: { status: 400, text: 'Слишком простой пароль' },
  email_taken: { status: 409, text: 'Пользователь с такой почтой уже зарегистрирован' },
  bad_link: { status: 400, text: 'Неверная ссылка. Попробуйте еще' },
  link_used: { status: 400, text: 'Почта уже подтверждена' },
  password_required: { status: 400, text: 'Введите пароль, указанный при регистрации' },
  bad_password: { status: 403, text: 'Неверный пароль.' },
  second_factor: { status: 401, text: 'Введите код из приложения.' },
  challenge_over: { status: 400, text: 'Время вышло. Войдите ещё раз.' },
  bad_code: { status: 403, text: 'Неверный код.' },
  bad_passkey: { status: 400, text: 'Ключ не подошёл. Попробуйте ещё раз или войдите с паролем.' },
  too_many_passkeys: {
    status: 409,
    text: 'Ключей уже двадцать. Удалите лишний, чтобы добавить новый.',
  },
  factor_on: { status: 409, text: 'Двухфакторная защита уже включена.' },
  factor_not_begun: { status: 409, text: 'Двухфакторная защита не включена.' },

  self: { status: 400, text: 'Нельзя сделать это с самим собой' },
  blocked_by_you: {
    status: 409,
    text: 'Вы заблокировали этого человека. Сначала разблокируйте его.',
  },
  messages_closed: { status: 403, text: 'Пользователь ограничил круг тех, кто может ему писать.' },
  request_too_early: { status: 409, text: 'Заявку можно отправить снова позже' },

  empty_post: { status: 400, text: 'Напишите что-нибудь или добавьте фото.' },
  changed_elsewhere: { status: 409, text: 'Пост уже изменили в другом окне. Обновите страницу.' },
  not_published: { status: 409, text: 'Сначала опубликуйте пост.' },
  empty_comment: { status: 400, text: 'Напишите текст' },
  no_file: { status: 400, text: 'Выберите изображение' },

  cloud_full: { status: 507, text: 'В облаке закончилось место' },
  storage_full: {
    status: 507,
    text: 'Место для ваших файлов закончилось. Удалите ненужное и попробуйте снова.',
  },
  empty_name: { status: 400, text: 'Введите имя папки' },
  bad_name: { status: 400, text: 'Недопустимое имя' },
  name_taken: { status: 409, text: 'Папка с таким именем уже существует' },
  bad_folder: { status: 400, text: 'Неверная папка.' },
  into_itself: { status: 400, text: 'Папку нельзя переместить в неё саму.' },
  too_deep: { status: 409, text: 'Вложить можно не больше 20 папок друг в друга.' },
  too_many_things: { status: 409, text: 'В облаке слишком много файлов и папок.' },
  no_files: { status: 400, text: 'Выберите файлы' },
  unreadable: { status: 415, text: 'Не удалось прочитать этот файл как текст.' },
  upload_unfinished: { status: 409, text: 'Файл ещё не загружен до конца.' },
  upload_lost: { status: 404, text: 'Загрузка не найдена. Начните её заново.' },

  message_deleted: { status: 409, text: 'Это сообщение уже отправлено и удалено.' },
  not_own_words: { status: 409, text: 'Пересланное сообщение изменить нельзя.' },
  poll_closed: { status: 409, text: 'Опрос завершён.' },
  poll_fixed: { status: 409, text: 'Сообщение с опросом изменить нельзя.' },
  empty_message: { status: 400, text: 'Напишите сообщение или добавьте файл.' },
  bad_mentions: { status: 400, text: 'Неверные упоминания в сообщении.' },
  bad_emoji: { status: 400, text: 'Выберите реакцию.' },
  too_many_reactions: { status: 409, text: 'Больше реакций на это сообщение не поставить.' },
  no_open_room: { status: 400, text: 'Откройте переписку.' },
  friends_only: { status: 403, text: 'Пригласить можно только друзей.' },
  invite_refused: { status: 403, text: 'Этот человек вышел из беседы и просил не приглашать его.' },
  too_many_scheduled: {
    status: 409,
    text: 'В чате может ждать не больше 100 запланированных сообщений.',
  },
  history_gone: { status: 409, text: 'Вернуть историю уже нельзя.' },
  too_many_pinned: { status: 409, text: 'Закрепить можно не больше 10 чатов.' },
  too_many_folders: { status: 409, text: 'Папок может быть не больше 10.' },
  too_many_bookmarks: {
    status: 409,
    text: 'В закладках может быть не больше 5 000 записей. Уберите лишние.',
  },
  too_many_bookmark_folders: { status: 409, text: 'Папок в закладках может быть не больше 50.' },
  folder_full: { status: 409, text: 'В папке может быть не больше 100 выбранных чатов.' },
  voice_full: {
    status: 409,
    text: 'В голосовой комнате нет места: говорить могут 25 человек, ещё 100 — слушать.',
  },
  voice_busy: {
    status: 503,
    text: 'Сейчас идёт слишком много разговоров. Попробуйте через минуту.',
  },
  voice_down: {
    status: 503,
    text: 'Голосовая связь сейчас не работает. Попробуйте через несколько секунд.',
  },
  screen_outside: { status: 409, text: 'Сначала войдите в голосовую комнату.' },
  screen_taken: {
    status: 409,
    text: 'Экран уже показывает другой участник. Начать можно, когда он закончит.',
  },
  screen_over: { status: 409, text: 'Показ экрана уже закончился.' },
  screen_full: { status: 409, text: 'Экран одновременно могут смотреть не больше 10 человек.' },
  screen_muted: {
    status: 403,
    text: 'Ваш микрофон выключили для всех, поэтому показать экран нельзя.',
  },
  moderators_full: { status: 409, text: 'В беседе может быть не больше 20 модераторов.' },
  group_full: { status: 409, text: 'В беседе может быть не больше 200 человек.' },

  too_many_packs: { status: 409, text: 'Наборов может быть не больше 20. Удалите ненужный.' },
  too_many_added: {
    status: 409,
    text: 'Добавить можно не больше 50 наборов. Уберите ненужный.',
  },
  too_many_stickers: { status: 409, text: 'В наборе может быть не больше 120 картинок.' },
  too_many_gifs: { status: 409, text: 'Сохранить можно не больше 200 GIF. Уберите ненужные.' },
  not_moving: { status: 400, text: 'Сохранить можно только движущуюся картинку.' },
  pack_not_added: { status: 403, text: 'Сначала добавьте этот набор себе.' },
  too_many_publics: { status: 409, text: 'Можно вести не больше 20 групп.' },
  too_many_subscriptions: { status: 409, text: 'Можно подписаться не больше чем на 5 000 групп.' },
  too_many_editors: { status: 409, text: 'В группе может быть не больше 20 редакторов.' },
  too_many_waiting: {
    status: 409,
    text: 'Слишком много постов ждут публикации. Дождитесь, пока выйдут прежние.',
  },
  not_subscribed: { status: 409, text: 'Этот человек не подписан на группу.' },
  banned_here: { status: 403, text: 'Редакторы группы закрыли вам доступ.' },
  bad_date: { status: 400, text: 'Выберите время в будущем, не дальше года.' },

  bad_apk: { status: 415, text: 'Нужен файл .apk.' },
  no_manifest: {
    status: 415,
    text: 'В этом файле нет описания приложения (AndroidManifest.xml). Нужен файл .apk.',
  },
  unsigned_apk: { status: 415, text: 'Этот файл .apk не подписан.' },
  broken_signature: {
    status: 415,
    text: 'Подпись этого файла .apk повреждена или не подходит к нему.',
  },
  other_certificate: {
    status: 409,
    text: 'Файл подписан другим сертификатом: обновить им приложение нельзя.',
  },
  other_package: { status: 409, text: 'Это файл другого приложения: у него другое имя пакета.' },
  older_version: { status: 409, text: 'Этот файл старше того, который уже есть.' },
  no_apk: { status: 409, text: 'Сначала загрузите файл .apk.' },
  bad_tags: { status: 400, text: 'Выберите жанры из списка и не больше 12 меток до 30 символов.' },
  too_many_screenshots: { status: 400, text: 'Снимков может быть не больше 8.' },
  too_many_games: { status: 409, text: 'Отметить можно не больше 5 000 игр.' },
  bad_address: { status: 400, text: 'Неверный формат ссылки.' },
  bad_days: { status: 400, text: 'Срок — целое число дней от 1 до 365.' },
  too_many_promos: { status: 409, text: 'Рекламы может быть не больше 200. Удалите ненужную.' },
  not_shown: { status: 409, text: 'Продлить можно рекламу, которая прошла проверку.' },
  not_waiting: { status: 409, text: 'Эту рекламу уже проверили.' },
  has_channel: { status: 409, text: 'У вас уже есть канал' },
  no_channel: { status: 409, text: 'Сначала создайте канал.' },
  no_video: { status: 400, text: 'Не введены заполненые основные параметры видео' },
  films_waiting: {
    status: 409,
    text: 'Слишком много незаконченных видео. Опубликуйте или отмените начатые.',
  },
  needs_encoder: { status: 415, text: 'Сервер пока принимает только видео MP4 с H.264 и AAC.' },
  too_many_channels: { status: 409, text: 'Можно подписаться не больше чем на 5 000 каналов.' },
  too_many_helpers: { status: 409, text: 'На канале может быть не больше 20 помощников.' },
  bad_second: { status: 400, text: 'Такой секунды в видео нет.' },
  too_many_playlists: { status: 409, text: 'Плейлистов может быть не больше 200.' },
  playlist_full: { status: 409, text: 'В плейлисте может быть не больше 5 000 видео.' },

  person_suspended: { status: 403, text: 'Страница этого человека заблокирована.' },
  bad_suspension: { status: 400, text: 'Выберите время в будущем, не дальше десяти лет.' },
  not_content: {
    status: 400,
    text: 'Удалить так можно посты, фотографии и другие материалы. Человека можно заблокировать.',
  },
  no_address: { status: 409, text: 'Отправитель не оставил почты: ответить некуда.' },
  answered_already: { status: 409, text: 'На это обращение уже ответили.' },
  bad_file_name: {
    status: 400,
    text: 'Имя файла: строчные латинские буквы, цифры, дефис и подчёркивание.',
  },
  job_running: { status: 409, text: 'Эта задача выполняется прямо сейчас.' },
  job_untried: { status: 409, text: 'Эта задача ещё не выполнялась: убрать её нельзя.' },

  bad_price: { status: 400, text: 'Укажите цену целым числом рублей, от 0 до 1 000 000 000.' },
  bad_lifetime: { status: 400, text: 'Срок — целое число дней от 0 до 365. 0 — без срока.' },
  bad_phone: { status: 400, text: 'Неверный номер телефона. Пример: +7 900 123-45-67.' },
  bad_passport: { status: 400, text: 'Неверный паспорт аккаунта.' },
  no_phone: { status: 404, text: 'Продавец не оставил телефон. Напишите ему.' },
  empty_search: { status: 400, text: 'Укажите, что искать: слово, игру или цену.' },
  too_many_ads: { status: 409, text: 'Объявлений может быть не больше 500. Удалите старые.' },
  too_many_favourites: { status: 409, text: 'В избранном может быть не больше 5 000 объявлений.' },
  too_many_searches: { status: 409, text: 'Сохранить можно не больше 50 поисков.' },

  too_many_streams: { status: 429, text: 'Открыто слишком много вкладок.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/**
 * An expected error. `fields` names the problem of each field, `extra` adds keys to the response.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly extra: Record<string, unknown> | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.text ?? ERROR_CATALOGUE[code].text);
    this.code = code;
    this.status = ERROR_CATALOGUE[code].status;
    this.fields = options.fields;
    this.extra = options.extra;
    this.retryAfter = options.retryAfter;
  }
}
export type AppErrorOptions = {
  text?: string;
  fields?: Record<string, string>;
  extra?: Record<string, unknown>;
  retryAfter?: number;
};

/** Creates an error to throw: `throw appError('not_found')`. */
export function appError(code: ErrorCode, options?: AppErrorOptions): AppError {
  return new AppError(code, options);
}

/** The body of every error response. */
export type ErrorBody = {
  error: string;
  code: ErrorCode;
  fields?: Record<string, string>;
} & Record<string, unknown>;
