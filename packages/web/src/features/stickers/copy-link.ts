import { showToast } from '#ui/feedback/toasts.ts';

/** Copies the link to a pack. */
export const copyPackLink = (id: string): Promise<void> =>
  navigator.clipboard.writeText(`${location.origin}/stickers/${id}`).then(
    () => showToast('Ссылка на набор скопирована', { tone: 'good' }),
    () => showToast('Не удалось скопировать ссылку', { tone: 'bad' }),
  );
