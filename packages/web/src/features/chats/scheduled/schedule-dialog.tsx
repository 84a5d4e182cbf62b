import { HOUR_MS } from '@respa/contract/durations';
import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { localDay, today } from '#lib/text/calendar-day.ts';
import { clock } from '#lib/text/format.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { DateField } from '#ui/forms/date-field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { useChangeScheduled, useSchedule, type Scheduled } from './scheduled-api.ts';
import styles from './scheduled.module.css';

/** Returns the moment of a day and a time in the member's time zone; null if it is not to come. */
function momentOf(day: string, time: string): string | null {
  const at = /^\d{2}:\d{2}$/.test(time) ? new Date(`${day}T${time}`) : null;
  return at !== null && at.getTime() > Date.now() ? at.toISOString() : null;
}

type ScheduleDialogProps = {
  roomId: string;
  /** Null: a new message with this text. */
  scheduled: Scheduled | null;
  text?: string;
  onClose: () => void;
  onDone?: () => void;
};
/**
 * Chooses when a message is sent, or changes one that waits. What was entered stays until then, also
 * after a reload.
 */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { roomId, scheduled, text = '', onClose, onDone = onClose } = props;
  const [first] = useState(() =>
    scheduled === null ? new Date(Date.now() + HOUR_MS) : new Date(scheduled.date),
  );
  const start = {
    /** The text of the composer that was changed here. */
    from: scheduled === null ? text : '',
    message: scheduled?.message ?? text,
    day: localDay(first),
    time: clock(first.toISOString()),
    isSilent: scheduled?.isSilent ?? false,
  };
  const [kept, setKept, forget] = useKeptState(
    scheduled === null ? `scheduled.new.${roomId}` : `scheduled.${scheduled._id}`,
    start,
  );
  // What was kept belongs to another text if the composer has got a new one meanwhile.
  const input = kept.from === start.from ? kept : start;
  const put = (part: Partial<typeof start>) => setKept({ ...input, ...part });
  const { message, day, time, isSilent } = input;
  const [wrong, setWrong] = useState('');
  const [create, change] = [useSchedule(roomId), useChangeScheduled()];
  const { isPending, error } = scheduled === null ? create : change;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands in the composer, whose form would send the message at once.
    event.stopPropagation();
    const date = momentOf(day, time);
    if (date === null) return setWrong('Выберите время в будущем, не дальше года.');
    setWrong('');
    const body = { message, date, isSilent };
    const onSuccess = () => {
      forget();
      onDone();
    };
    if (scheduled === null) create.mutate(body, { onSuccess });
    else change.mutate({ id: scheduled._id, ...body }, { onSuccess });
  };
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOutside={false}
      title={scheduled === null ? 'Запланировать сообщение' : 'Запланированное сообщение'}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" type="submit" form="scheduled-message" busy={isPending}>
            {scheduled === null ? 'Запланировать' : 'Сохранить'}
          </Button>
        </>
      }
    >
      <form id="scheduled-message" className={styles.form} onSubmit={submit}>
        <TextArea
          label="Сообщение"
          value={message}
          onChange={(next) => put({ message: next })}
          limit={LENGTHS.message}
          maxRows={6}
        />
        <div className={styles.when}>
          <DateField
            label="Дата"
            value={day}
            onChange={(next) => put({ day: next })}
            min={{ day: today(), message: 'Этот день уже прошёл' }}
          />
          <TextField
            label="Время"
            placeholder="чч:мм"
            inputMode="numeric"
            maxLength={5}
            value={time}
            onChange={(next) => put({ time: next })}
          />
        </div>
        <Switch label="Без звука" checked={isSilent} onChange={(next) => put({ isSilent: next })} />
        {wrong !== '' || error ? (
          <p className={styles.error} role="alert">
            {wrong || sentenceOf(error)}
          </p>
        ) : null}
      </form>
    </Modal>
  );
}
