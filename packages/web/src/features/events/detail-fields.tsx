import { EVENTS, LENGTHS } from '@respa/contract/limits';
import { Switch } from '#ui/forms/checkbox.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { EventForm } from './use-event-form.ts';

/** Whether an event is interesting, its details, and where it can be seen. */
export function DetailFields({ form }: { form: EventForm }) {
  const { text, put, wrong } = form;
  return (
    <>
      <Switch label="Интересное" checked={form.isInteresting} onChange={form.setInteresting} />
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
    </>
  );
}
