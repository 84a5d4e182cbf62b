import { fileSize } from '#lib/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import styles from './forms.module.css';
import type { VideoFileUpload } from './use-video-upload.ts';
import { VIDEO_FILES } from '#ui/files/video-files.ts';

type ChosenVideoProps = {
  video: { file: File; url: string };
  upload: VideoFileUpload;
  onChoose: (file: File) => void;
  onRetry: () => void;
};

/** The chosen video with the progress of its upload. */
export function ChosenVideo({ video, upload, onChoose, onRetry }: ChosenVideoProps) {
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
        {upload.state === 'done'
          ? `${video.file.name}: загружено`
          : upload.state === 'failed' || upload.state === 'waiting'
            ? upload.error
            : `${video.file.name}: ${fileSize(Math.round(video.file.size * upload.progress))} из ${fileSize(video.file.size)}`}
      </span>
      {upload.state === 'done' ? null : (
        <ProgressBar value={upload.progress * 100} label="Загрузка видео" />
      )}
      <span>
        <FileInput accept={VIDEO_FILES} onFiles={([file]) => file && onChoose(file)}>
          <Button size="small">Выбрать другое</Button>
        </FileInput>{' '}
        {upload.state === 'failed' ? (
          <Button size="small" onClick={onRetry}>
            Повторить
          </Button>
        ) : null}
      </span>
    </div>
  );
}
