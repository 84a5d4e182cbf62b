const SYSTEM = 'android.permission.';
/** What applications may do with a device, in the words of its owner. */
const WORDS: Readonly<Record<string, string>> = {
  INTERNET: 'Доступ в интернет', ACCESS_NETWORK_STATE: 'Видеть, есть ли сеть', ACCESS_WIFI_STATE: 'Видеть сети Wi-Fi', CHANGE_WIFI_STATE: 'Включать и выключать Wi-Fi', CHANGE_NETWORK_STATE: 'Менять настройки сети',
  CHANGE_WIFI_MULTICAST_STATE: 'Получать пакеты для всех в сети Wi-Fi', NEARBY_WIFI_DEVICES: 'Искать устройства рядом по Wi-Fi', NFC: 'Бесконтактная связь (NFC)',
  BLUETOOTH: 'Связь по Bluetooth', BLUETOOTH_ADMIN: 'Настраивать Bluetooth', BLUETOOTH_CONNECT: 'Соединяться с устройствами по Bluetooth', BLUETOOTH_SCAN: 'Искать устройства по Bluetooth', BLUETOOTH_ADVERTISE: 'Быть видимым по Bluetooth',
  CAMERA: 'Камера: снимать фото и видео', RECORD_AUDIO: 'Микрофон: записывать звук', MODIFY_AUDIO_SETTINGS: 'Менять настройки звука', FLASHLIGHT: 'Фонарик',
  ACCESS_FINE_LOCATION: 'Точное местоположение', ACCESS_COARSE_LOCATION: 'Примерное местоположение', ACCESS_BACKGROUND_LOCATION: 'Местоположение, даже когда приложение закрыто', ACCESS_MEDIA_LOCATION: 'Места, где сняты фото',
  READ_EXTERNAL_STORAGE: 'Читать файлы на устройстве', WRITE_EXTERNAL_STORAGE: 'Изменять и удалять файлы на устройстве', MANAGE_EXTERNAL_STORAGE: 'Доступ ко всем файлам', READ_MEDIA_IMAGES: 'Смотреть фото на устройстве',
  READ_MEDIA_VIDEO: 'Смотреть видео на устройстве', READ_MEDIA_AUDIO: 'Слушать музыку на устройстве', READ_MEDIA_VISUAL_USER_SELECTED: 'Смотреть выбранные фото и видео',
  READ_CONTACTS: 'Читать контакты', WRITE_CONTACTS: 'Изменять контакты', GET_ACCOUNTS: 'Видеть аккаунты на устройстве', READ_CALENDAR: 'Читать календарь', WRITE_CALENDAR: 'Изменять календарь',
  READ_PHONE_STATE: 'Видеть номер и состояние телефона', READ_PHONE_NUMBERS: 'Видеть номер телефона', CALL_PHONE: 'Звонить без вашего подтверждения', ANSWER_PHONE_CALLS: 'Отвечать на звонки', READ_CALL_LOG: 'Читать журнал звонков', WRITE_CALL_LOG: 'Изменять журнал звонков',
  SEND_SMS: 'Отправлять SMS', RECEIVE_SMS: 'Получать SMS', READ_SMS: 'Читать SMS', RECEIVE_MMS: 'Получать MMS',
  POST_NOTIFICATIONS: 'Показывать уведомления', VIBRATE: 'Вибрация', WAKE_LOCK: 'Не давать устройству уснуть', RECEIVE_BOOT_COMPLETED: 'Запускаться вместе с устройством',
  FOREGROUND_SERVICE: 'Работать в фоне с видимым уведомлением', FOREGROUND_SERVICE_DATA_SYNC: 'Передавать данные в фоне', FOREGROUND_SERVICE_MEDIA_PLAYBACK: 'Играть музыку и видео в фоне', REQUEST_IGNORE_BATTERY_OPTIMIZATIONS: 'Работать без экономии заряда',
  SCHEDULE_EXACT_ALARM: 'Срабатывать в точное время', USE_EXACT_ALARM: 'Срабатывать в точное время', SYSTEM_ALERT_WINDOW: 'Показываться поверх других приложений', USE_FULL_SCREEN_INTENT: 'Показывать уведомления на весь экран',
  REQUEST_INSTALL_PACKAGES: 'Устанавливать приложения', REQUEST_DELETE_PACKAGES: 'Предлагать удалить приложения', QUERY_ALL_PACKAGES: 'Видеть все установленные приложения', PACKAGE_USAGE_STATS: 'Видеть, какими приложениями вы пользуетесь', KILL_BACKGROUND_PROCESSES: 'Закрывать другие приложения',
  BODY_SENSORS: 'Датчики тела', ACTIVITY_RECOGNITION: 'Распознавать движение: ходьбу, бег, поездки', HIGH_SAMPLING_RATE_SENSORS: 'Частые показания датчиков', USE_BIOMETRIC: 'Вход по отпечатку или лицу', USE_FINGERPRINT: 'Вход по отпечатку',
  WRITE_SETTINGS: 'Менять настройки устройства', SET_WALLPAPER: 'Менять обои', EXPAND_STATUS_BAR: 'Раскрывать панель уведомлений', GET_TASKS: 'Видеть запущенные приложения', DISABLE_KEYGUARD: 'Снимать блокировку экрана', BATTERY_STATS: 'Видеть расход заряда', HIDE_OVERLAY_WINDOWS: 'Скрывать чужие окна поверх приложения',
};
const OTHERS: Readonly<Record<string, string>> = {
  'com.android.vending.BILLING': 'Покупки внутри приложения', 'com.android.vending.CHECK_LICENSE': 'Проверка лицензии в Google Play', 'com.google.android.c2dm.permission.RECEIVE': 'Получать пуш-уведомления',
  'com.google.android.gms.permission.AD_ID': 'Рекламный идентификатор', 'com.android.launcher.permission.INSTALL_SHORTCUT': 'Создавать ярлыки', 'com.google.android.finsky.permission.BIND_GET_INSTALL_REFERRER_SERVICE': 'Узнавать, откуда установлено приложение',
};

/** What a permission lets an application do, in Russian; empty for one of the application's own making. */
export const sayPermission = (name: string): string => OTHERS[name] ?? (name.startsWith(SYSTEM) ? WORDS[name.slice(SYSTEM.length)] ?? '' : '');
