import { IconMovie } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { VIDEO_FILES } from '#ui/files/video-files.ts';
import styles from './forms.module.css';

type VideoChooserProps = {
  /** The form was sent without a video. */
  isMissing: true | undefined;
  onChoose: (file: File) => void;
};

/** The field of a video file before one is chosen. */
export function VideoChooser({ isMissing, onChoose }: VideoChooserProps) {
  return (
    <div className={styles.drop}>
      <IconMovie size={40} stroke={1.5} aria-hidden="true" />
      <span>MP4, MOV, MKV, WebM, AVI, FLV или TS, до 2 ГБ</span>
      <FileInput accept={VIDEO_FILES} onFiles={([file]) => file && onChoose(file)}>
        <Button variant="primary" data-wrong={isMissing} aria-describedby={isMissing && 'no-film'}>
          Выбрать видео
        </Button>
      </FileInput>
      {isMissing ? (
        <span className={styles.lack} id="no-film">
          Сначала выберите видео
        </span>
      ) : null}
    </div>
  );
}
