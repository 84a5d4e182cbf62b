import { showToast } from '#ui/feedback/toasts.ts';

/** Copies the link to a pack. */
export const copyPackLink = (id: string): Promise<void> =>
  navigator.clipboard.writeText(`${location.origin}/stickers/${id}`).then(
    () => void showToast('Ссылка на набор скопирована', { tone: 'good' }),
    () => void showToast('Не удалось скопировать ссылку', { tone: 'bad' }),
  );
