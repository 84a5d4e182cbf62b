import { useRef, useState, type FormEvent } from 'react';
import { FILES } from '@respa/contract/limits';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PICTURES, usePickedFiles } from '#ui/files/picked-files.ts';
import { PicturePicker } from '#ui/files/picture-picker.tsx';
import { useCreatePhoto } from './api.ts';
import styles from './photo-form.module.css';

const REFUSALS = {
  count: 'Выберите одну картинку',
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};

/** Adds a photo to the member's page: chosen, dropped or pasted. The upload can be stopped. */
export function PhotoForm({ onDone }: { onDone: () => void }) {
  const [wrong, setWrong] = useState('');
  const sending = useRef<AbortController>(null);
  const create = useCreatePhoto();
  const picked = usePickedFiles({
    accept: PICTURES,
    limit: 1,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => setWrong(REFUSALS[reason]),
  });
  const chosen = picked.files[0];
  const add = (files: File[]) => {
    setWrong('');
    picked.add(files);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined) return setWrong('Выберите изображение');
    sending.current = new AbortController();
    create.mutate(
      {
        file: chosen.file,
        signal: sending.current.signal,
        onProgress: (progress) => picked.update(chosen.key, { progress }),
      },
      {
        onSuccess: () => {
          showToast('Фотография добавлена', { tone: 'good' });
          onDone();
        },
        onError: (error) => {
          picked.update(chosen.key, { progress: undefined });
          setWrong(
            (error as Error).name === 'AbortError' ? 'Отправка остановлена' : sentenceOf(error),
          );
        },
      },
    );
  };
  return (
    <Card>
      <Form className={styles.form} onSubmit={submit}>
        <PicturePicker
          files={picked.files}
          limit={1}
          onAdd={add}
          onRemove={(key) => (create.isPending ? sending.current?.abort() : picked.remove(key))}
          error={wrong}
        />
        <div className={styles.end}>
          {create.isPending ? (
            <span className={styles.wait} role="status">
              Подождите, пока данные отправятся на сервер...
            </span>
          ) : null}
          {create.isPending ? (
            <Button onClick={() => sending.current?.abort()}>Отменить</Button>
          ) : null}
          <Button type="submit" variant="primary" busy={create.isPending}>
            Добавить
          </Button>
        </div>
      </Form>
    </Card>
  );
}
