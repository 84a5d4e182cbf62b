import { useState, type FormEvent } from 'react';
import { isBlank } from '@respa/contract/characters';
import { FILES, LENGTHS } from '@respa/contract/limits';
import type { UploadFolder } from '@respa/contract/admin';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { PICTURES, usePickedFiles, type Refusal } from '#ui/files/picked-files.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useUpload } from './api.ts';

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

function findMissing(folder: string, name: string, file: File | undefined): Wrong {
  return {
    ...(folder === '' ? { folder: 'Выберите папку' } : {}),
    ...(isBlank(name) ? { name: 'Введите имя файла' } : {}),
    ...(file === undefined ? { file: 'Выберите файл' } : {}),
  };
}
const readRefusal = (error: unknown): Wrong =>
  error instanceof ApiError && Object.keys(error.fields).length > 0
    ? error.fields
    : error instanceof ApiError && error.status === 415
      ? { file: error.message }
      : { all: sentenceOf(error) };

/** Holds the picture to upload, its folder and its name, and uploads it. */
export function useUploadForm() {
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
    const missing = findMissing(folder, name, file);
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
        onError: (error) => setWrong(readRefusal(error)),
      },
    );
  };
  return {
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
  };
}
