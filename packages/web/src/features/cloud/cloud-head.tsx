import type { ReactNode } from 'react';
import { PageHead } from '#ui/layout/page-head.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconFolderUp, IconUpload } from '#ui/icons.ts';
import { FileInput } from '#ui/files/file-input.tsx';
import { Button } from '#ui/forms/button.tsx';
import { readChosen, type Dropped } from './uploads/dropped-entries.ts';
import styles from './cloud-screen.module.css';

/** The documented types. Other types are accepted too, and stored as they are. */
const OFFERED =
  '.png .jpg .jpeg .bmp .mp4 .avi .mp3 .gif .doc .docx .pdf .txt .apk .xls .xlsx .ppt .pptx .zip .rar .7z .webm .webp .flac .cfg .sav'.split(
    ' ',
  );

type CloudHeadProps = { onAdd: (files: Dropped[]) => void };
/** Chooses files to upload into the open folder. */
export function UploadButton({ onAdd, children }: CloudHeadProps & { children: ReactNode }) {
  return (
    <FileInput
      accept={OFFERED}
      multiple
      onFiles={(files) => onAdd(files.map((file) => ({ file, folders: [] })))}
    >
      <Button variant="primary" icon={<IconUpload size={18} aria-hidden="true" />}>
        {children}
      </Button>
    </FileInput>
  );
}
/** The title of the cloud, and the buttons to upload files or a folder. */
export function CloudHead({ onAdd }: CloudHeadProps) {
  const chooseFolder = () => {
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      webkitdirectory: true,
    });
    input.onchange = () => onAdd(readChosen(Array.from(input.files ?? [])));
    input.click();
  };
  return (
    <PageHead
      title="Облако"
      action={
        <div className={styles.buttons}>
          <IconButton
            variant="quiet"
            label="Загрузить папку"
            icon={<IconFolderUp />}
            onClick={chooseFolder}
          />
          <UploadButton onAdd={onAdd}>Загрузить</UploadButton>
        </div>
      }
    />
  );
}
