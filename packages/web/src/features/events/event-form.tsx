import { LENGTHS } from '@respa/contract/limits';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Event } from './api.ts';
import { DateFields } from './date-fields.tsx';
import { DetailFields } from './detail-fields.tsx';
import styles from './event-form.module.css';
import { PictureField } from './picture-field.tsx';
import { useEventForm } from './use-event-form.ts';

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
  const form = useEventForm(event, onDone);
  const { text, put, wrong } = form;
  return (
    <Card>
      <CardHead title={event === undefined ? 'Новое событие' : 'Изменить событие'} />
      <Form className={styles.form} restored={form.restored} onSubmit={form.submit}>
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
        <DateFields form={form} />
        <DetailFields form={form} />
        <PictureField form={form} event={event} slot="file" label="Превью" />
        <PictureField form={form} event={event} slot="file2" label="Снимок" />
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
          <Button type="submit" variant="primary" busy={form.isBusy}>
            {event === undefined ? 'Добавить' : 'Сохранить'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
