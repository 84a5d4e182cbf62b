import { useRef } from 'react';
import { POLLS } from '@respa/contract/limits';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { IconPlus, IconX } from '#ui/icons.ts';
import styles from './poll-editor.module.css';

type PollOptionsProps = {
  options: readonly string[];
  /** What is wrong with the options; it stands at the last one. */
  error: string | undefined;
  onChange: (options: string[]) => void;
};

/** The options of a poll that is written, which are added and removed one by one. */
export function PollOptions({ options, error, onChange }: PollOptionsProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const focusOption = (place: number) =>
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLInputElement>('[data-option]')[place]?.focus(),
    );
  const addOption = () => {
    onChange([...options, '']);
    focusOption(options.length);
  };
  const removeOption = (place: number) => {
    onChange(options.filter((_, at) => at !== place));
    focusOption(Math.max(0, place - 1));
  };
  return (
    <fieldset ref={list} className={styles.options}>
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
          onChange={(value) => onChange(options.map((one, place) => (place === at ? value : one)))}
          error={at === options.length - 1 ? error : undefined}
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
  );
}
