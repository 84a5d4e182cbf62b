import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconListCheck } from '#ui/icons.ts';
import { toPoll, type AttachedPoll } from './poll-draft.ts';
import { PollEditorSlot } from './poll-editor-slot.tsx';

type PollButtonProps = {
  /** Where the poll is kept while it is written. */
  place: string;
  attached: AttachedPoll | null;
  onAttach: (attached: AttachedPoll) => void;
  disabled?: boolean;
  /** Shows the label beside the icon. */
  isLabelled?: boolean;
};
/** Attaches a poll to a post that is being written, or changes the attached one. */
export function PollButton({
  place,
  attached,
  onAttach,
  disabled = false,
  isLabelled = false,
}: PollButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const label = attached === null ? 'Добавить опрос' : 'Изменить опрос';
  const open = () => setOpen(true);
  return (
    <>
      {isLabelled ? (
        <Button icon={<IconListCheck aria-hidden="true" />} disabled={disabled} onClick={open}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} icon={<IconListCheck />} disabled={disabled} onClick={open} />
      )}
      {isOpen ? (
        <PollEditorSlot
          place={place}
          start={attached?.draft}
          action={attached === null ? 'Добавить' : 'Сохранить'}
          onDone={(draft) => onAttach({ draft, poll: toPoll(draft) })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
