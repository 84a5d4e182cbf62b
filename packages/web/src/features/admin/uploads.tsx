import { useState, type FormEvent } from 'react';
import { UPLOAD_FOLDERS, type UploadFolder } from '@respa/contract/admin';
import { LENGTHS } from '@respa/contract/limits';
import { FILES } from '@respa/contract/limits';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PICTURES, usePickedFiles, type Refusal } from '#ui/forms/picked-files.ts';
import { PicturePicker } from '#ui/forms/picture-picker.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useUpload } from './api.ts';
import styles from './uploads.module.css';

const WORDS: Record<UploadFolder, string> = {
  portfolio: 'Портфолио',
  filesicons: 'Значки файлов',
  events: 'События',
};
const REFUSALS: Record<Refusal['reason'], string> = {
  count: 'Выберите один файл',
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};
type Wrong = { folder?: string; name?: string; file?: string; all?: string };
/** Turns a file's name into a name that is valid in a URL. */
const nameFrom = (file: File) =>
  file.name
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LENGTHS.fileName);

/** Uploads a picture to a folder of the site under a name that the admin chooses. */
export function Uploads() {
  const [folder, setFolder] = useState<UploadFolder | ''>('');
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const [progress, setProgress] = useState(0);
  const [put, setPut] = useState<readonly { url: string; at: number }[]>([]);
  const picked = usePickedFiles({
    accept: PICTURES,
    limit: 1,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => setWrong({ file: REFUSALS[reason] }),
  });
  const upload = useUpload((part) => setProgress(part * 100));
  const add = (files: File[]) => {
    setWrong({});
    picked.add(files);
    if (name === '' && files[0] !== undefined) setName(nameFrom(files[0]));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const file = picked.files[0]?.file;
    const missing: Wrong = {
      ...(folder === '' ? { folder: 'Выберите папку' } : {}),
      ...(name.trim() === '' ? { name: 'Введите имя файла' } : {}),
      ...(file === undefined ? { file: 'Выберите файл' } : {}),
    };
    setWrong(missing);
    if (upload.isPending || folder === '' || file === undefined || Object.keys(missing).length > 0)
      return;
    setProgress(0);
    upload.mutate(
      { folder, name, file },
      {
        onSuccess: ({ url }) => {
          showToast('Файл загружен', { tone: 'good' });
          setPut((before) => [{ url, at: Date.now() }, ...before.filter((one) => one.url !== url)]);
          picked.clear();
          setName('');
        },
        onError: (error) =>
          setWrong(
            error instanceof ApiError && Object.keys(error.fields).length > 0
              ? error.fields
              : error instanceof ApiError && error.status === 415
                ? { file: error.message }
                : { all: sentenceOf(error) },
          ),
      },
    );
  };
  return (
    <>
      <Card>
        <CardHead title="Файл в папку" />
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
      {put.length === 0 ? null : (
        <Card>
          <CardHead title="Загружено сейчас" />
          <ul className={styles.put}>
            {put.map(({ url, at }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  <img src={`${url}?${at}`} alt="" width="56" height="56" />
                  {url}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
