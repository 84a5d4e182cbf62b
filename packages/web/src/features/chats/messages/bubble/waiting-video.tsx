import { thumbAddress } from '#ui/media/thumb.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { Message } from '../../rooms/room-state.ts';
import { useClipProgress } from './clip-progress.ts';
import styles from './waiting-video.module.css';

/** A video that is being encoded, or that the encoder could not read. */
export function WaitingVideo({
  clip: { name, poster, thumbhash, state },
  ratio,
}: {
  clip: Message['clips'][number];
  ratio: number;
}) {
  const percent = useClipProgress(name);
  const back =
    poster !== null
      ? mediaUrl('message-images', poster)
      : thumbhash === ''
        ? null
        : thumbAddress(thumbhash);
  const text =
    state === 'failed'
      ? 'Видео не удалось обработать. Сохраните его в MP4 и отправьте снова.'
      : percent === undefined
        ? 'Видео обрабатывается'
        : `Видео обрабатывается, ${percent}\u00a0%`;
  return (
    <span
      className={styles.video}
      style={{ aspectRatio: ratio, backgroundImage: back === null ? undefined : `url(${back})` }}
    >
      <span className={styles.veil}>
        {state === 'failed' ? null : (
          <ProgressRing
            value={percent === undefined ? undefined : percent / 100}
            label="Видео обрабатывается"
          />
        )}
        <span>{text}</span>
      </span>
    </span>
  );
}
