import {
  IconChevronDown,
  IconChevronUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '#ui/icons.ts';
import { useState } from 'react';
import { counted, sizeOf } from '#lib/text/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { FILES, progressOf } from '#ui/files/upload-progress.ts';
import {
  cancelUpload,
  clearDone,
  pauseAll,
  pauseUpload,
  resumeAll,
  resumeUpload,
  useUploads,
  type Upload,
} from '#lib/uploads/upload-queue.ts';
import styles from './upload-panel.module.css';

/** The maximum number of drawn rows. The others are only counted. */
const MOST_ROWS = 60;
const RANK: Record<Upload['state'], number> = {
  failed: 0,
  sending: 1,
  paused: 2,
  waiting: 3,
  ready: 4,
  done: 5,
};

/** The uploads to the cloud: each file and the total, with pause, cancel and retry. */
export function UploadPanel() {
  const uploads = useUploads().filter(({ kind }) => kind === 'cloud');
  const [isOpen, setOpen] = useState(true);
  if (uploads.length === 0) return null;
  const { isActive, isHeld, isOver, share, title } = progressOf(uploads);
  const rows = uploads.toSorted((a, b) => RANK[a.state] - RANK[b.state]).slice(0, MOST_ROWS);
  return (
    <section className={styles.panel} aria-label="Загрузка файлов">
      <header className={styles.head}>
        <p className={styles.title} role="status">
          {title}
        </p>
        {isActive ? (
          <IconButton
            size="small"
            label="Приостановить все"
            icon={<IconPlayerPause />}
            onClick={() => pauseAll('cloud')}
          />
        ) : isHeld ? (
          <IconButton
            size="small"
            label="Продолжить все"
            icon={<IconPlayerPlay />}
            onClick={() => resumeAll('cloud')}
          />
        ) : null}
        <IconButton
          size="small"
          label={isOpen ? 'Свернуть' : 'Развернуть'}
          aria-expanded={isOpen}
          icon={isOpen ? <IconChevronDown /> : <IconChevronUp />}
          onClick={() => setOpen(!isOpen)}
        />
        {isOver ? (
          <IconButton
            size="small"
            label="Закрыть список загрузок"
            icon={<IconX />}
            onClick={() => clearDone('cloud')}
          />
        ) : null}
      </header>
      {isOver ? null : <ProgressBar value={100 * share} label="Все файлы" />}
      {isOpen ? (
        <>
          <ul className={styles.rows}>
            {rows.map((upload) => (
              <UploadRow key={upload.key} upload={upload} />
            ))}
          </ul>
          {uploads.length > MOST_ROWS ? (
            <p className={styles.rest}>и ещё {counted(uploads.length - MOST_ROWS, FILES)}</p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
function UploadRow({ upload: { key, file, state, progress, error } }: { upload: Upload }) {
  const words = {
    waiting: error || 'В очереди',
    sending: `${sizeOf(Math.round(file.size * progress))} из ${sizeOf(file.size)}`,
    paused: 'Приостановлено',
    failed: error,
    ready: 'Загружен',
    done: 'Загружен',
  }[state];
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name} title={file.name}>
          {file.name}
        </span>
        <span className={state === 'failed' ? styles.error : styles.state}>{words}</span>
        {state === 'sending' || state === 'paused' ? (
          <ProgressBar value={progress * 100} label={file.name} />
        ) : null}
      </span>
      {state === 'sending' || state === 'waiting' ? (
        <IconButton
          size="small"
          label={`Приостановить: ${file.name}`}
          icon={<IconPlayerPause />}
          onClick={() => pauseUpload(key)}
        />
      ) : null}
      {state === 'paused' ? (
        <IconButton
          size="small"
          label={`Продолжить: ${file.name}`}
          icon={<IconPlayerPlay />}
          onClick={() => resumeUpload(key)}
        />
      ) : null}
      {state === 'failed' ? (
        <Button size="small" onClick={() => resumeUpload(key)}>
          Повторить
        </Button>
      ) : null}
      {state === 'done' ? null : (
        <IconButton
          size="small"
          label={`Отменить: ${file.name}`}
          icon={<IconX />}
          onClick={() => cancelUpload(key)}
        />
      )}
    </li>
  );
}
