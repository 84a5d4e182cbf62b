import { ApiError } from '#lib/network/call.ts';
import { sizeOf } from '#lib/text/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import styles from './forms.module.css';
import type { Upload } from '#lib/uploads/upload-queue.ts';
import { VIDEO_FILES } from '#ui/files/video-files.ts';

type ChosenVideoProps = {
  video: { file: File; url: string };
  upload: Upload<'video'>;
  onChoose: (file: File) => void;
  onRetry: () => void;
};

/** The chosen video with the progress of its upload. */
export function ChosenVideo({ video, upload, onChoose, onRetry }: ChosenVideoProps) {
  // The form shows why a publication was refused.
  const isRefused = upload.state === 'failed' && upload.data.publication !== null;
  const isHopeless =
    upload.cause instanceof ApiError && upload.cause.status >= 400 && upload.cause.status < 429;
  const isLoaded = upload.state === 'ready' || upload.state === 'done' || isRefused;
  return (
    <div className={styles.progress}>
      <video
        src={video.url}
        controls
        playsInline
        preload="metadata"
        className={styles.video}
        aria-label={`Просмотр: ${video.file.name}`}
      />
      <span className={styles.wait} role="status">
        {isLoaded
          ? `${video.file.name}: загружено`
          : upload.error !== ''
            ? upload.error
            : `${video.file.name}: ${sizeOf(Math.round(video.file.size * upload.progress))} из ${sizeOf(video.file.size)}`}
      </span>
      {isLoaded ? null : <ProgressBar value={upload.progress * 100} label="Загрузка видео" />}
      <span>
        <FileInput accept={VIDEO_FILES} onFiles={([file]) => file && onChoose(file)}>
          <Button size="small">Выбрать другое</Button>
        </FileInput>{' '}
        {upload.state === 'failed' && !isRefused && !isHopeless ? (
          <Button size="small" onClick={onRetry}>
            Повторить
          </Button>
        ) : null}
      </span>
    </div>
  );
}
