import { useRef, useState, type FormEvent } from 'react';
import { DAY_MS } from '@respa/contract/durations';
import { FILES, LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { sentenceOf } from '#lib/network/call.ts';
import { today, typeDay } from '#lib/calendar-day.ts';
import { clock } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { Card } from '#ui/layout/card.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { DateField } from '#ui/forms/date-field.tsx';
import { FileTray } from '#ui/forms/file-tray.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PICTURES, usePickedFiles } from '#ui/forms/picked-files.ts';
import { PicturePicker } from '#ui/forms/picture-picker.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Article } from './api.ts';
import styles from './article-form.module.css';
import type { Sending } from './staff-api.ts';

const REFUSALS = {
  count: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};
export type ArticleInput = {
  title: string;
  text: string;
  files: File[];
  publishAt: string;
  keep: string[];
  sending: Sending;
};
type ArticleFormProps = {
  article?: Article;
  mayDelay: boolean;
  action: string;
  back: string;
  onSend: (input: ArticleInput) => Promise<unknown>;
};

const isoDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
/**
 * Returns the moment of a day and an hour in the writer's time zone in the server's format, or null
 * if it is invalid.
 */
export function momentOf(day: string, hour: string): string | null {
  const at = typeDay(day) === '' || !/^\d{2}:\d{2}$/.test(hour) ? null : new Date(`${day}T${hour}`);
  return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The form of an article: title, text, one to five pictures, and the time of its publication. */
export function ArticleForm({ article, mayDelay, action, back, onSend }: ArticleFormProps) {
  const [title, setTitle] = useState(article?.title ?? '');
  const [text, setText] = useState(article?.text ?? '');
  const [kept, setKept] = useState(article?.pictures ?? []);
  const [isDelayed, setDelayed] = useState(article?.state === 'scheduled');
  const [first] = useState(() => new Date(article?.publishAt ?? Date.now() + DAY_MS));
  const [day, setDay] = useState(isoDay(first));
  const [hour, setHour] = useState(clock(first));
  const [wrong, setWrong] = useState<{ pictures?: string; hour?: string; all?: string }>({});
  const [isSending, setSending] = useState(false);
  const sending = useRef<AbortController>(null);
  const picked = usePickedFiles({
    accept: PICTURES,
    limit: FILES.postPictures,
    taken: kept.length,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => {
      setWrong({ pictures: REFUSALS[reason] });
      if (reason === 'count') window.alert(REFUSALS.count);
    },
  });
  const progress = (part: number | undefined) =>
    picked.files.forEach((file) => picked.update(file.key, { progress: part }));
  const isWaiting = isDelayed && mayDelay;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isLonger(text, LENGTHS.post)) return;
    const publishAt = isWaiting ? momentOf(day, hour) : '';
    if (kept.length + picked.files.length === 0)
      return setWrong({ pictures: 'Выберите изображение' });
    if (publishAt === null || (publishAt !== '' && new Date(publishAt) <= new Date()))
      return setWrong({ hour: 'Выберите время в будущем, не дальше года.' });
    setWrong({});
    setSending(true);
    sending.current = new AbortController();
    try {
      await onSend({
        title,
        text,
        files: picked.files.map(({ file }) => file),
        publishAt,
        keep: kept.map(({ name }) => name),
        sending: { signal: sending.current.signal, onProgress: progress },
      });
    } catch (error) {
      progress(undefined);
      setWrong({
        all: (error as Error).name === 'AbortError' ? 'Отправка остановлена' : sentenceOf(error),
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <Card>
      <Form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Заголовок"
          maxLength={LENGTHS.title}
          value={title}
          disabled={isSending}
          onChange={setTitle}
        />
        <TextArea
          label="Текст"
          minRows={6}
          maxRows={24}
          value={text}
          disabled={isSending}
          onChange={setText}
          {...(text.length > LENGTHS.post - 1_000 ? { limit: LENGTHS.post } : {})}
        />
        <FileTray
          files={[]}
          size="large"
          onRemove={() => {}}
          stored={kept.map(({ name }, index) => ({
            key: name,
            src: mediaUrl('publicposts', name, 160)!,
            label: `картинка ${index + 1}`,
          }))}
          onRemoveStored={(name) => {
            if (!isSending) setKept(kept.filter((one) => one.name !== name));
          }}
        />
        <PicturePicker
          files={picked.files}
          limit={FILES.postPictures - kept.length}
          onAdd={(files) => {
            setWrong({});
            picked.add(files);
          }}
          onRemove={(key) => (isSending ? sending.current?.abort() : picked.remove(key))}
          error={wrong.pictures}
        />
        {mayDelay ? (
          <div className={styles.delay}>
            <Switch
              label="Опубликовать позже"
              checked={isDelayed}
              disabled={isSending}
              onChange={setDelayed}
            />
            {isDelayed ? (
              <div className={styles.hour}>
                <DateField
                  label="Дата"
                  value={day}
                  onChange={(value) => {
                    setDay(value);
                    setWrong({});
                  }}
                  min={{ day: today(), message: 'Этот день уже прошёл' }}
                  disabled={isSending}
                />
                <TextField
                  label="Время"
                  placeholder="чч:мм"
                  inputMode="numeric"
                  maxLength={5}
                  value={hour}
                  disabled={isSending}
                  onChange={(value) => {
                    setHour(value);
                    setWrong({});
                  }}
                  error={wrong.hour}
                />
              </div>
            ) : null}
          </div>
        ) : null}
        <FormEnd
          wrong={wrong.all ?? ''}
          isBusy={isSending}
          back={back}
          action={action}
          onStop={() => sending.current?.abort()}
        />
      </Form>
    </Card>
  );
}
