import { UPLOAD_FOLDERS, type UploadFolder } from '@respa/contract/admin';
import { LENGTHS } from '@respa/contract/limits';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PicturePicker } from '#ui/files/picture-picker.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { UploadedFiles } from './uploaded-files.tsx';
import { useUploadForm } from './use-upload-form.ts';
import styles from './uploads.module.css';

const WORDS: Record<UploadFolder, string> = {
  portfolio: 'Портфолио',
  filesicons: 'Значки файлов',
  events: 'События',
};
/** Uploads a picture to a folder of the site under a name that the admin chooses. */
export function Uploads() {
  const {
    folder,
    setFolder,
    name,
    setName,
    wrong,
    setWrong,
    progress,
    put,
    picked,
    upload,
    add,
    submit,
  } = useUploadForm();
  return (
    <>
      <Card>
        <CardHead title="Загрузить файл в папку" />
        <Form className={styles.form} onSubmit={submit}>
          <Select
            label="Папка"
            required
            placeholder="Выберите папку"
            value={folder}
            options={UPLOAD_FOLDERS.map((value) => ({ value, label: WORDS[value] }))}
            onChange={(value) => {
              setFolder(value);
              setWrong({});
            }}
            error={wrong.folder}
          />
          <PicturePicker
            files={picked.files}
            limit={1}
            onAdd={add}
            onRemove={picked.remove}
            error={wrong.file}
          />
          <TextField
            label="Имя"
            required
            helpText="Строчные латинские буквы, цифры, дефис и подчёркивание. Файл с таким же именем заменится."
            maxLength={LENGTHS.fileName}
            value={name}
            onChange={(value) => {
              setName(value);
              setWrong({});
            }}
            error={wrong.name}
          />
          {upload.isPending ? <ProgressBar value={progress} label="Загрузка файла" /> : null}
          {wrong.all === undefined ? null : (
            <p className={styles.wrong} role="alert">
              {wrong.all}
            </p>
          )}
          <div className={styles.end}>
            <Button type="submit" variant="primary" busy={upload.isPending}>
              Загрузить
            </Button>
          </div>
        </Form>
      </Card>
      {put.length === 0 ? null : <UploadedFiles files={put} />}
    </>
  );
}
