import { mediaUrl } from '#lib/browser/media.ts';
import { PictureSlot } from '#ui/files/picture-slot.tsx';
import type { Event } from './api.ts';
import styles from './event-form.module.css';
import type { EventForm, PictureSlotName } from './use-event-form.ts';

type PictureFieldProps = {
  form: EventForm;
  event: Event | undefined;
  slot: PictureSlotName;
  label: string;
};

/** One of the two pictures of an event. */
export function PictureField({ form, event, slot, label }: PictureFieldProps) {
  const stored = event?.[slot] ?? null;
  return (
    <div>
      <p className={styles.caption}>{label}</p>
      <PictureSlot
        stored={
          stored === null || form.removed[slot]
            ? null
            : { key: slot, src: mediaUrl('events', stored.name, 160), label }
        }
        onRemoveStored={() => form.remove(slot)}
        picked={form.pictures[slot]}
        label="Выберите картинку"
        error={form.wrong[slot]}
      />
    </div>
  );
}
