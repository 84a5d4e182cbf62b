import { Button } from '#ui/forms/button.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { PICTURES } from '#ui/files/picked-files.ts';
import { useObjectUrl } from '#ui/media/use-object-url.ts';
import { Scenery } from '#ui/layout/scenery.tsx';
import styles from './forms.module.css';

/** The picture of a video, 300 × 200: shows the current one and lets the user choose another. */
export function PreviewField({
  seed,
  stored,
  chosen,
  onChoose,
  helpText,
}: {
  seed: string;
  stored: string | null;
  chosen: Blob | null;
  onChoose: (preview: Blob | null) => void;
  helpText: string;
}) {
  const shown = useObjectUrl(chosen) ?? stored;
  return (
    <div className={styles.preview}>
      <div className={styles.frame}>
        {shown === null ? <Scenery seed={seed} /> : <img src={shown} alt="Превью видео" />}
      </div>
      <div className={styles.side}>
        <FileInput accept={PICTURES} onFiles={([file]) => file && onChoose(file)}>
          <Button size="small">Выбрать превью</Button>
        </FileInput>
        {chosen === null ? null : (
          <Button size="small" variant="plain" onClick={() => onChoose(null)}>
            Убрать выбранное
          </Button>
        )}
        <span>{helpText}</span>
      </div>
    </div>
  );
}
