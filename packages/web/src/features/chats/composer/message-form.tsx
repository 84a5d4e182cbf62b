import {
  lazy,
  Suspense,
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { EmojiButton } from '#ui/emoji/emoji-button.tsx';
import type { Mentions } from './formatting/mention-suggest.tsx';
import type { MessageText } from './composer-text.ts';
import type { useFormatting } from './formatting/use-formatting.ts';
import type { SendLook } from './formatting/emoji-panel.tsx';
import { LateEmojiPanel } from './formatting/late-emoji-panel.tsx';
import { AttachButtons } from './composer-buttons.tsx';
import styles from './composer.module.css';

const FormatBar = lazy(async () => ({
  default: (await import('./formatting/format-bar.tsx')).FormatBar,
}));

type MessageFormProps = ComponentProps<typeof AttachButtons> & {
  writing: Pick<MessageText, 'text' | 'area' | 'type' | 'insert'>;
  wiring: Mentions['wiring'];
  formatting: Pick<ReturnType<typeof useFormatting>, 'hasSelection' | 'look' | 'toggle'>;
  error: string;
  /** Sends a sticker or a saved GIF; null while a message is being edited. */
  onLook: SendLook | null;
  onSubmit: (event: FormEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The button at the end. */
  children: ReactNode;
};

/** The composer's line: buttons, the field, and the button at the end. */
export function MessageForm({
  writing,
  wiring,
  formatting,
  error,
  onLook,
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
        onSelect={() => {
          wiring.onSelect();
          formatting.look();
        }}
        placeholder={error || 'Сообщение'}
        aria-label="Сообщение"
        aria-invalid={error === '' ? undefined : true}
      />
      {formatting.hasSelection ? (
        <Suspense>
          <FormatBar onChoose={formatting.toggle} />
        </Suspense>
      ) : null}
      <EmojiButton
        onPick={writing.insert}
        panel={(onPick, close) => (
          <LateEmojiPanel onPick={onPick} onLook={onLook} onClose={close} />
        )}
      />
      {children}
    </form>
  );
}
