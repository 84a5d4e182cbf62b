import { useRef, useState, type FormEvent } from 'react';
import { POLLS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { Button } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { Form } from '#ui/forms/form.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { IconPlus, IconX } from '#ui/icons.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { EMPTY_POLL, findMistakes, LASTS, type PollDraft, type PollMistake } from './poll-draft.ts';
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
export function PollEditor({
  place,
  start = EMPTY_POLL,
  action,
  onDone,
  onClose,
}: PollEditorProps) {
  const [draft, setDraft, forget] = useKeptState<PollDraft>(place, start);
  const [wrong, setWrong] = useState<PollMistake>({});
  const form = useRef<HTMLDivElement>(null);
  const change = (part: Partial<PollDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setWrong({});
  };
  const { question, options } = draft;
  const setOptions = (next: string[]) => change({ options: next });
  const focusOption = (place: number) =>
    requestAnimationFrame(() =>
      form.current?.querySelectorAll<HTMLInputElement>('[data-option]')[place]?.focus(),
    );
  const addOption = () => {
    setOptions([...options, '']);
    focusOption(options.length);
  };
  const removeOption = (place: number) => {
    setOptions(options.filter((_, at) => at !== place));
    focusOption(Math.max(0, place - 1));
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
      <div ref={form}>
        <Form className={styles.form} onSubmit={submit}>
          <TextField
            label="Вопрос"
            maxLength={POLLS.question}
            value={question}
            data-autofocus
            onChange={(value) => change({ question: value })}
            error={wrong.question}
          />
          <fieldset className={styles.options}>
            <legend className={styles.legend}>Варианты ответа</legend>
            {options.map((option, at) => (
              <TextField
                // Options have no identity besides their place.
                key={at}
                label={`Вариант ${at + 1}`}
                hideLabel
                placeholder={`Вариант ${at + 1}`}
                maxLength={POLLS.option}
                value={option}
                data-option=""
                onChange={(value) =>
                  setOptions(options.map((one, place) => (place === at ? value : one)))
                }
                error={
                  wrong.options !== undefined && at === options.length - 1
                    ? wrong.options
                    : undefined
                }
                end={
                  options.length > POLLS.fewest ? (
                    <IconButton
                      label={`Убрать вариант ${at + 1}`}
                      icon={<IconX size={18} />}
                      onClick={() => removeOption(at)}
                    />
                  ) : null
                }
              />
            ))}
            {options.length < POLLS.options ? (
              <Button
                variant="plain"
                className={styles.add}
                icon={<IconPlus aria-hidden="true" />}
                onClick={addOption}
              >
                Добавить вариант
              </Button>
            ) : null}
          </fieldset>
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
      </div>
    </Modal>
  );
}
