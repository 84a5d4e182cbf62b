export { handleNotificationEvent, invalidateNotifications, useUnreadNotifications } from './api.ts';
export { useNotifications, useReadNotifications } from './api.ts';
export { NoticeRow } from './notice-row.tsx';
export { NoticeSettingsCard } from './notice-settings.tsx';
export { byDays, type Notice } from './words.ts';
