import { IconAlertTriangle } from '#ui/icons.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { counted } from '#lib/format.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { restoreUploads, useUploads } from './upload-queue.ts';
import { FILES, progressOf } from './upload-progress.ts';
import styles from './upload-pill.module.css';

/** `isRaised`: the lower edge of the window is occupied. */
export function UploadPill({ isRaised }: { isRaised: boolean }) {
  const { total, done, failed, isActive, isOver, share, title } = progressOf(useUploads());
  useEffect(() => void restoreUploads(), []);
  const wasActive = useRef(isActive);
  useEffect(() => {
    if (wasActive.current && isOver && failed === 0)
      showToast(`Загружено: ${counted(done, FILES)}`, { tone: 'good' });
    wasActive.current = isActive;
  });
  if (total === 0 || (isOver && failed === 0)) return null;
  return (
    <Link
      to="/cloud"
      aria-label={title}
      className={classNames(styles.pill, isRaised && styles.raised)}
    >
      {isOver ? (
        <IconAlertTriangle size={22} className={styles.bad} aria-hidden="true" />
      ) : (
        <ProgressRing value={share} size={24} label="Все файлы" />
      )}
      <span>{title}</span>
    </Link>
  );
}
