import { IconPackage, IconX } from '#ui/icons.ts';
import { sizeOf } from '#lib/text/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { DropZone } from '#ui/files/drop-zone.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import styles from './apk-field.module.css';

type ApkFieldProps = {
  file: File | undefined;
  onChange: (file: File | undefined) => void;
  helpText: string;
  error: string | undefined;
  progress: number | null;
  isBusy: boolean;
};
/** The field for the app's file in the form. */
export function ApkField({ file, onChange, helpText, error, progress, isBusy }: ApkFieldProps) {
  return (
    <DropZone onFiles={([one]) => onChange(one)} disabled={isBusy}>
      <p className={styles.label}>Файл APK</p>
      <div className={styles.row}>
        <IconPackage size={28} stroke={1.6} aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.name}>{file === undefined ? 'Файл не выбран' : file.name}</span>
          <span className={styles.helpText}>
            {file === undefined ? helpText : sizeOf(file.size)}
          </span>
          {progress === null ? null : (
            <ProgressBar value={progress * 100} label={`Отправляем ${file?.name ?? 'файл'}`} />
          )}
        </span>
        {file === undefined || isBusy ? null : (
          <IconButton label="Убрать файл" icon={<IconX />} onClick={() => onChange(undefined)} />
        )}
        <FileInput accept={['.apk']} onFiles={([one]) => onChange(one)}>
          <Button size="small" disabled={isBusy}>
            {file === undefined ? 'Выбрать' : 'Заменить'}
          </Button>
        </FileInput>
      </div>
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </DropZone>
  );
}
