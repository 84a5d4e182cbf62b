import { useRef, useState, type FormEvent } from 'react';
import type { Poll } from '@respa/contract/polls';
import { Button } from '#ui/forms/button.tsx';
import styles from './poll-card.module.css';

type PollChoiceProps = {
  poll: Poll;
  isBusy: boolean;
  onVote: (options: string[]) => void;
  /** Gives up the change of a vote; null for the first vote. */
  onCancel: (() => void) | null;
};

/**
 * The options of a poll. A press on the only possible one votes at once; a keyboard, whose arrows
 * go through the options, and a choice of several vote with the button.
 */
export function PollChoice({ poll, isBusy, onVote, onCancel }: PollChoiceProps) {
  const { _id: id, options, isMultiple, mayVote, question } = poll;
  const [chosen, setChosen] = useState<readonly string[]>(poll.mine);
  const isPressed = useRef(false);
  const choose = (option: string, isOn: boolean) => {
    if (isMultiple)
      return setChosen(isOn ? [...chosen, option] : chosen.filter((one) => one !== option));
    setChosen([option]);
    if (isPressed.current && !isBusy) onVote([option]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0 && !isBusy) onVote([...chosen]);
  };
  return (
    <form onSubmit={submit}>
      <fieldset className={styles.options} disabled={!mayVote}>
        <legend className="visually-hidden">{question}</legend>
        {options.map(({ _id: option, text }) => (
          <label
            key={option}
            className={styles.option}
            onPointerDown={() => (isPressed.current = true)}
          >
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={`poll-${id}`}
              className={styles.mark}
              checked={chosen.includes(option)}
              onKeyDown={() => (isPressed.current = false)}
              onChange={(event) => choose(option, event.target.checked)}
            />
            <span className={styles.text}>{text}</span>
          </label>
        ))}
      </fieldset>
      {mayVote && (chosen.length > 0 || isMultiple || onCancel !== null) ? (
        <div className={styles.acts}>
          <Button
            type="submit"
            variant="primary"
            size="small"
            busy={isBusy}
            disabled={chosen.length === 0}
          >
            Проголосовать
          </Button>
          {onCancel === null ? null : (
            <Button size="small" onClick={onCancel}>
              Отмена
            </Button>
          )}
        </div>
      ) : null}
    </form>
  );
}
