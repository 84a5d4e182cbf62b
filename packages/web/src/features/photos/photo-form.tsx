import { useState, type FormEvent } from 'react';
import { FILES } from '@respa/contract/limits';
import { sendingSentence } from '#lib/network/wrong-fields.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PICTURES, usePickedFiles } from '#ui/files/picked-files.ts';
import { useSending } from '#ui/files/use-sending.ts';
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
  const create = useCreatePhoto();
  const picked = usePickedFiles({
    place: 'photo.new',
    accept: PICTURES,
    limit: 1,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => setWrong(REFUSALS[reason]),
  });
  const { isSending, send, stop } = useSending(picked);
  const chosen = picked.files[0];
  const add = (files: File[]) => {
    setWrong('');
    picked.add(files);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined) return setWrong('Выберите изображение');
    const isSent = await send(
      (sending) => create.mutateAsync({ file: chosen.file, sending }),
      (error) => setWrong(sendingSentence(error)),
    );
    if (!isSent) return;
    picked.clear();
    showToast('Фотография добавлена', { tone: 'good' });
    onDone();
  };
  return (
    <Card>
      <Form className={styles.form} onSubmit={(event) => void submit(event)}>
        <PicturePicker
          files={picked.files}
          limit={1}
          onAdd={add}
          onRemove={(key) => (isSending ? stop() : picked.remove(key))}
          error={wrong}
        />
        <div className={styles.end}>
          {isSending ? (
            <span className={styles.wait} role="status">
              Подождите, пока данные отправятся на сервер...
            </span>
          ) : null}
          {isSending ? <Button onClick={stop}>Отменить</Button> : null}
          <Button type="submit" variant="primary" busy={isSending}>
            Добавить
          </Button>
        </div>
      </Form>
    </Card>
  );
}
