import { useState, type FormEvent } from 'react';
import { EVENTS, FILES, LENGTHS } from '@respa/contract/limits';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { FileTray } from '#ui/forms/file-tray.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PICTURES, usePickedFiles, type Refusal } from '#ui/forms/picked-files.ts';
import { PicturePicker } from '#ui/forms/picture-picker.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useSendEvent, type Event } from './api.ts';
import styles from './event-form.module.css';

const MONTHS = [
  'Январь',
  'Февраль',
  'Март',
  'Апрель',
  'Май',
  'Июнь',
  'Июль',
  'Август',
  'Сентябрь',
  'Октябрь',
  'Ноябрь',
  'Декабрь',
].map((label, index) => ({ value: String(index + 1), label }));
const REFUSALS: Record<Refusal['reason'], string> = {
  count: 'Картинка нужна одна',
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};
type Slot = 'file' | 'file2';
type Wrong = Partial<Record<string, string>>;
const WHOLE = /^\d{1,4}$/;

/** The documented form of an event. Each error is shown at its field. */
export function EventForm({
  event,
  onDone,
  onCancel,
}: {
  event?: Event | undefined;
  onDone: () => void;
  onCancel: () => void;
}) {
  const [year = String(EVENTS.year), month = '', day = ''] =
    event?.date.split('-').map((part) => String(Number(part))) ?? [];
  const [text, setText] = useState({
    text: event?.text ?? '',
    year,
    month,
    day,
    time: event?.time ?? '',
    information: event?.information ?? '',
    visibility: event?.visibility ?? '',
    sort: String(event?.sort ?? 0),
  });
  const [isInteresting, setInteresting] = useState(event?.interesting ?? false);
  const [removed, setRemoved] = useState({ file: false, file2: false });
  const [wrong, setWrong] = useState<Wrong>({});
  const send = useSendEvent(event?._id ?? null);
  const pick = (slot: Slot) => ({
    accept: PICTURES,
    limit: 1,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }: Refusal) =>
      setWrong((before) => ({ ...before, [slot]: REFUSALS[reason] })),
  });
  const pictures = { file: usePickedFiles(pick('file')), file2: usePickedFiles(pick('file2')) };
  const put = (field: keyof typeof text) => (value: string) => {
    setText((before) => ({ ...before, [field]: value }));
    setWrong((before) => ({ ...before, [field]: undefined }));
  };
  const submit = (pressed: FormEvent) => {
    pressed.preventDefault();
    if (send.isPending) return;
    const missing: Wrong = {
      ...(text.text.trim() === '' ? { text: 'Опишите событие' } : {}),
      ...(WHOLE.test(text.year) ? {} : { year: 'Год: от 1900 до 2200' }),
      ...(text.month === '' ? { month: 'Выберите месяц' } : {}),
      ...(WHOLE.test(text.day) ? {} : { day: 'День: от 1 до 31' }),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    send.mutate(
      {
        text: {
          ...text,
          year: Number(text.year),
          month: Number(text.month),
          day: Number(text.day),
          interesting: isInteresting,
        },
        file: pictures.file.files[0]?.file,
        file2: pictures.file2.files[0]?.file,
        removed,
      },
      {
        onSuccess: onDone,
        onError: (error) =>
          setWrong(
            error instanceof ApiError && Object.keys(error.fields).length > 0
              ? error.fields
              : { all: sentenceOf(error) },
          ),
      },
    );
  };
  const slot = (name: Slot, label: string) => {
    const stored = event?.[name] ?? null;
    const isStored = stored !== null && !removed[name] && pictures[name].files.length === 0;
    return (
      <div>
        <p className={styles.caption}>{label}</p>
        {isStored ? (
          <FileTray
            files={[]}
            size="large"
            onRemove={() => {}}
            stored={[{ key: name, src: mediaUrl('events', stored.name, 160), label }]}
            onRemoveStored={() => setRemoved((before) => ({ ...before, [name]: true }))}
          />
        ) : null}
        <PicturePicker
          files={pictures[name].files}
          limit={1}
          onAdd={pictures[name].add}
          onRemove={pictures[name].remove}
          label="Выберите картинку"
          error={wrong[name]}
        />
      </div>
    );
  };
  return (
    <Card>
      <CardHead title={event === undefined ? 'Новое событие' : 'Изменить событие'} />
      <Form className={styles.form} onSubmit={submit}>
        <TextArea
          label="Что произойдёт"
          required
          minRows={2}
          maxRows={8}
          limit={LENGTHS.description}
          value={text.text}
          onChange={put('text')}
          error={wrong['text']}
        />
        <div className={styles.when}>
          <TextField
            label="Год"
            required
            inputMode="numeric"
            maxLength={4}
            value={text.year}
            onChange={put('year')}
            error={wrong['year']}
          />
          <Select
            label="Месяц"
            required
            placeholder="Месяц"
            value={text.month}
            options={MONTHS}
            onChange={put('month')}
            error={wrong['month']}
          />
          <TextField
            label="День"
            required
            inputMode="numeric"
            maxLength={2}
            value={text.day}
            onChange={put('day')}
            error={wrong['day']}
          />
          <TextField
            label="Время"
            placeholder="ЧЧ:ММ"
            maxLength={EVENTS.hour}
            value={text.time}
            onChange={put('time')}
            error={wrong['time']}
          />
        </div>
        <Switch label="Интересное" checked={isInteresting} onChange={setInteresting} />
        <TextArea
          label="Подробности"
          minRows={3}
          maxRows={14}
          limit={LENGTHS.description}
          value={text.information}
          onChange={put('information')}
          error={wrong['information']}
        />
        <TextField
          label="Видимость"
          placeholder="Где и чем смотреть"
          maxLength={EVENTS.visibility}
          value={text.visibility}
          onChange={put('visibility')}
          error={wrong['visibility']}
        />
        {slot('file', 'Превью')}
        {slot('file2', 'Снимок')}
        <TextField
          label="Порядок"
          helpText="Среди событий одного дня: меньшее число — выше"
          maxLength={8}
          value={text.sort}
          onChange={put('sort')}
          error={wrong['sort']}
        />
        {wrong['all'] === undefined ? null : (
          <p className={styles.wrong} role="alert">
            {wrong['all']}
          </p>
        )}
        <div className={styles.end}>
          <Button onClick={onCancel}>Отмена</Button>
          <Button type="submit" variant="primary" busy={send.isPending}>
            {event === undefined ? 'Добавить' : 'Сохранить'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
