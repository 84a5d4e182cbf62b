import type { ComponentProps, FormEvent, KeyboardEvent, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { EmojiButton } from '#ui/emoji/emoji-button.tsx';
import type { Mentions } from '../mentions/mention-suggest.tsx';
import type { MessageText } from './composer-text.ts';
import { AttachButtons } from './composer-buttons.tsx';
import styles from './composer.module.css';

type MessageFormProps = ComponentProps<typeof AttachButtons> & {
  writing: Pick<MessageText, 'text' | 'area' | 'type' | 'insert'>;
  wiring: Mentions['wiring'];
  error: string;
  onSubmit: (event: FormEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The button at the end. */
  children: ReactNode;
};

/** The composer's line: buttons, the field, and the button at the end. */
export function MessageForm({
  writing,
  wiring,
  error,
  onSubmit,
  onKeyDown,
  children,
  ...attach
}: MessageFormProps) {
  return (
    <form className={styles.bar} onSubmit={onSubmit}>
      <AttachButtons {...attach} />
      <textarea
        ref={writing.area}
        className={classNames(styles.field, error !== '' && styles.wrong)}
        rows={1}
        value={writing.text}
        onChange={(event) => writing.type(event.target.value)}
        onKeyDown={onKeyDown}
        {...wiring}
        placeholder={error || 'Сообщение'}
        aria-label="Сообщение"
        aria-invalid={error === '' ? undefined : true}
      />
      <EmojiButton onPick={writing.insert} />
      {children}
    </form>
  );
}
