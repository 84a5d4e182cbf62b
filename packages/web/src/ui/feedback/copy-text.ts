import { showToast } from './toasts.ts';

/** Pages that are not secure have the old way only. */
async function write(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) return clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const before = document.activeElement;
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  if (!isCopied) throw new Error('not copied');
}
/** Copies a text and says so: `done` if it was copied, `failed` if the browser refused. */
export async function copyText(
  text: string,
  done: string,
  failed = 'Не удалось скопировать',
): Promise<void> {
  try {
    await write(text);
    showToast(done, { tone: 'good' });
  } catch {
    showToast(failed, { tone: 'bad' });
  }
}
