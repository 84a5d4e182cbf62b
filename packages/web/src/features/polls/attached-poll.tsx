import { pollText } from '@respa/contract/poll-text';
import { counted } from '#lib/text/format.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconListCheck, IconX } from '#ui/icons.ts';
import type { AttachedPoll as Attached } from './poll-draft.ts';
import styles from './attached-poll.module.css';

/** The poll of a post that is being written, with a button that takes it away. */
export function AttachedPoll({
  attached: {
    poll: { question, options },
  },
  onRemove,
  disabled,
}: {
  attached: Attached;
  onRemove: () => void;
  disabled: boolean;
}) {
  return (
    <div className={styles.attached}>
      <IconListCheck size={20} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.question}>{pollText(question)}</span>
        <span className={styles.dim}>
          {counted(options.length, ['вариант', 'варианта', 'вариантов'])}
        </span>
      </span>
      <IconButton
        label="Убрать опрос"
        icon={<IconX size={18} />}
        disabled={disabled}
        onClick={onRemove}
      />
    </div>
  );
}
