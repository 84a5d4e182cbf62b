import { IconAlertTriangle } from '#ui/icons.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { counted } from '#lib/text/format.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { restoreUploads, useUploads } from '#lib/uploads/upload-queue.ts';
import { FILES, progressOf } from './upload-progress.ts';
import styles from './upload-pill.module.css';

/** `isRaised`: the lower edge of the window is occupied. */
export function UploadPill({ isRaised }: { isRaised: boolean }) {
  const uploads = useUploads();
  const { total, done, failed, isActive, isOver, share, title } = progressOf(uploads);
  const isVideo = uploads.every(({ kind }) => kind === 'video');
  const isReady = isOver && uploads.some(({ state }) => state === 'ready');
  const text = isReady ? 'Видео загружено, осталось опубликовать' : title;
  useEffect(() => void restoreUploads(), []);
  const wasActive = useRef(isActive);
  useEffect(() => {
    if (wasActive.current && isOver && failed === 0 && !isVideo)
      showToast(`Загружено: ${counted(done, FILES)}`, { tone: 'good' });
    wasActive.current = isActive;
  });
  if (total === 0 || (isOver && failed === 0 && !isReady)) return null;
  return (
    <Link
      to={isVideo || isReady ? '/videohost/create/video' : '/cloud'}
      aria-label={text}
      className={classNames(styles.pill, isRaised && styles.raised)}
    >
      {isOver && failed > 0 ? (
        <IconAlertTriangle size={22} className={styles.bad} aria-hidden="true" />
      ) : (
        <ProgressRing value={share} size={24} label="Все файлы" />
      )}
      <span>{text}</span>
    </Link>
  );
}
