import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { Mention } from '@respa/contract/rich-text';
import { useNaming } from '#features/people/parts.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { isSendKey } from '#lib/browser/keyboard.ts';
import { IconCheck, IconSend2, IconX } from '#ui/icons.ts';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import { classNames } from '#lib/browser/class-names.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import styles from './comments.module.css';

type CommentFormProps = {
  /** Where the text is kept until it is sent. */
  place: string;
  /** The field's label, its placeholder, and the button's label. */
  label: string;
  placeholder: string;
  action: string;
  /** The text being edited; undefined for a new comment. */
  start?: string;
  /** The people whom the edited text names. */
  named?: readonly Mention[] | undefined;
  isBusy: boolean;
  error: unknown;
  /** Resolves to whether the comment was saved: then the field is emptied. */
  onSend: (text: string, mentions: { mentions?: string }) => Promise<boolean>;
  /** Called with whether the field holds unsent text, and with what discards it. */
  onBegun?: (isBegun: boolean, forget: () => void) => void;
  /** Called on Escape and by the cancel button; without it, the form is always visible. */
  onCancel?: () => void;
};

/** Enter sends, Shift+Enter starts a new line, Escape cancels. */
export function CommentForm({
  place,
  label,
  placeholder,
  action,
  start = '',
  named,
  isBusy,
  error,
  onSend,
  onBegun,
  onCancel,
}: CommentFormProps) {
  const [text, setText, forget] = useKeptState(place, start);
  const [isEmpty, setEmpty] = useState(false);
  const change = (value: string) => {
    setText(value);
    setEmpty(false);
    onBegun?.(!isBlank(value) && value !== start, forget);
  };
  const naming = useNaming(place, text, change, { text: start, mentions: named });
  const isSending = useRef(false);
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    setEmpty(isBlank(text));
    if (isBlank(text) || isSending.current || isLonger(text, LENGTHS.comment)) return;
    isSending.current = true;
    const isSent = await onSend(text, naming.mentions());
    isSending.current = false;
    if (isSent) forget();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event)) {
      event.preventDefault();
      void submit();
    } else if (event.key === 'Escape') onCancel?.();
  };
  return (
    <Form
      className={classNames(styles.form, onCancel !== undefined && styles.inner)}
      onSubmit={(event) => void submit(event)}
    >
      <TextArea
        label={label}
        hideLabel
        placeholder={placeholder}
        minRows={1}
        maxRows={6}
        className={styles.field}
        value={text}
        onKeyDown={onKeyDown}
        autoFocus={onCancel !== undefined}
        area={naming.area}
        onChange={change}
        error={isEmpty ? 'Напишите текст' : error ? sentenceOf(error) : undefined}
        {...(text.length > LENGTHS.comment - 200 ? { limit: LENGTHS.comment } : {})}
      />
      {onCancel === undefined ? null : (
        <IconButton
          label="Отменить"
          icon={<IconX size={20} />}
          onClick={() => {
            forget();
            onCancel();
          }}
        />
      )}
      <IconButton
        type="submit"
        label={action}
        variant="primary"
        icon={start === '' ? <IconSend2 size={20} /> : <IconCheck size={20} />}
        busy={isBusy}
      />
      {naming.slot}
    </Form>
  );
}
