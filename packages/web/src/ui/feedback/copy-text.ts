import { showToast } from './toasts.ts';

/** Copies a text and says so: `done` if it was copied, `failed` if the browser refused. */
export async function copyText(
  text: string,
  done: string,
  failed = 'Не удалось скопировать',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(done, { tone: 'good' });
  } catch {
    showToast(failed, { tone: 'bad' });
  }
}
