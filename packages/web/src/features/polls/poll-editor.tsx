import { useState, type FormEvent } from 'react';
import { POLLS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { Button } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { Form } from '#ui/forms/form.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { EMPTY_POLL, findMistakes, LASTS, type PollDraft, type PollMistake } from './poll-draft.ts';
import { PollOptions } from './poll-options.tsx';
import styles from './poll-editor.module.css';

type PollEditorProps = {
  /** Where the poll is kept while it is written. */
  place: string;
  start?: PollDraft | undefined;
  /** The label of the main button. */
  action: string;
  onDone: (draft: PollDraft) => void;
  onClose: () => void;
};

/** The dialog in which a poll is written. What was written stays until it is done. */
export function PollEditor(props: PollEditorProps) {
  const { place, start = EMPTY_POLL, action, onDone, onClose } = props;
  const [draft, setDraft, forget] = useKeptState<PollDraft>(place, start);
  const [wrong, setWrong] = useState<PollMistake>({});
  const change = (part: Partial<PollDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setWrong({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mistakes = findMistakes(draft);
    if (mistakes !== null) return setWrong(mistakes);
    forget();
    onDone(draft);
    onClose();
  };
  return (
    <Modal open onClose={onClose} title="Опрос" closeOnOutside={false}>
      <Form className={styles.form} onSubmit={submit}>
        <TextField
          label="Вопрос"
          maxLength={POLLS.question}
          value={draft.question}
          data-autofocus
          onChange={(value) => change({ question: value })}
          error={wrong.question}
        />
        <PollOptions
          options={draft.options}
          error={wrong.options}
          onChange={(options) => change({ options })}
        />
        <Switch
          label="Анонимный опрос"
          helpText={
            draft.isAnonymous ? 'Никто не узнает, кто как голосовал' : 'Видно, кто что выбрал'
          }
          checked={draft.isAnonymous}
          onChange={(isAnonymous) => change({ isAnonymous })}
        />
        <Switch
          label="Несколько вариантов"
          checked={draft.isMultiple}
          onChange={(isMultiple) => change({ isMultiple })}
        />
        <Select
          label="Сколько идёт опрос"
          value={draft.lasts}
          options={LASTS}
          onChange={(lasts) => change({ lasts })}
        />
        <div className={styles.end}>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary">
            {action}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
