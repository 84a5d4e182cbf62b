import { duration as lengthOf } from '#lib/text/format.ts';
import { copyText } from '#ui/feedback/copy-text.ts';

/**
 * Copies the address of a video, or of a second in it. Shows the address if it cannot be copied.
 */
export async function copyVideoLink(id: string, second: number | null): Promise<void> {
  const address = new URL(
    `/videohost/video/${id}${second === null ? '' : `?t=${second}`}`,
    location.href,
  ).href;
  await copyText(
    address,
    second === null ? 'Ссылка скопирована' : `Ссылка на момент ${lengthOf(second)} скопирована`,
    address,
  );
}
/** Copies the HTML with which another site shows the player of an open video. */
export function copyEmbedCode(id: string): Promise<void> {
  const address = new URL(`/embed/video/${id}`, location.href).href;
  return copyText(
    `<iframe src="${address}" width="640" height="360" frameborder="0" allow="fullscreen" allowfullscreen></iframe>`,
    'Код скопирован',
  );
}
