import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { IconCheck, IconPhoto, IconSend2, IconX } from '@tabler/icons-react';
import { FILES, LENGTHS } from '@respa/contract/limits';
import { classNames } from '#lib/class-names.ts';
import { sentenceOf } from '#lib/call.ts';
import { DropZone } from '#ui/drop-zone.tsx';
import { EmojiButton } from '#ui/emoji-button.tsx';
import { FileInput } from '#ui/file-input.tsx';
import { FileTray } from '#ui/file-tray.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PICTURES, usePickedFiles } from '#ui/picked-files.ts';
import { tellTyping, useEditMessage } from './api.ts';
import { post } from './outbox.ts';
import type { Message } from './room-state.ts';
import styles from './composer.module.css';

// The documented time for which an error stands in the field.
const ERROR_MS = 5_000;
const TYPING_EVERY_MS = 2_500;
const REFUSALS = { count: 'Ошибка: Нельзя загружать больше 6 изображений', type: 'Такой тип файла не поддерживается', size: 'Общий размер загружаемых файлов превышает 50Mb.' };

type ComposerProps = { roomId: string; editing: Message | null; onEditEnd: () => void; readDraft: () => string; onDraft: (text: string) => void };

/** Writes a new message or, mounted anew for it, changes one. The draft of the new one outlives an edit. */
export function Composer({ roomId, editing, onEditEnd, readDraft, onDraft }: ComposerProps) {
  const [text, setText] = useState(() => editing?.message ?? readDraft());
  const [error, setError] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  const lastTyping = useRef(0);
  const edit = useEditMessage();
  const picked = usePickedFiles({ accept: PICTURES, limit: FILES.chatPictures, maxBytes: FILES.chatTotal, onRefuse: ({ reason }) => setError(REFUSALS[reason]) });

  useEffect(() => {
    if (error === '') return;
    const timer = setTimeout(() => setError(''), ERROR_MS);
    return () => clearTimeout(timer);
  }, [error]);
  useEffect(() => {
    if (editing) area.current?.focus();
  }, [editing]);
  useEffect(() => {
    const box = area.current;
    if (box === null) return;
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, 180)}px`;
  }, [text, error]);

  const type = (value: string) => {
    setText(value);
    if (!editing) onDraft(value);
    if (value !== '' && !editing && Date.now() - lastTyping.current > TYPING_EVERY_MS) {
      lastTyping.current = Date.now();
      void tellTyping(roomId);
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const trimmed = text.trim();
    if (trimmed.length > LENGTHS.message) return setError('Сообщение не длиннее 4 000 символов');
    if (editing) {
      if (trimmed === '' && editing.images.length === 0) return area.current?.focus();
      if (trimmed === editing.message) return onEditEnd();
      return edit.mutate({ id: editing._id, text: trimmed }, { onSuccess: onEditEnd, onError: (failure) => setError(sentenceOf(failure)) });
    }
    // Nothing to send yet: a press of the button leads to where it is written.
    if (trimmed === '' && picked.files.length === 0) return area.current?.focus();
    const files = picked.files.map(({ file }) => file);
    if (files.reduce((sum, file) => sum + file.size, 0) > FILES.chatTotal) return setError(REFUSALS.size);
    post(roomId, trimmed, files);
    type('');
    picked.clear();
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && editing) onEditEnd();
  };
  const insert = (emoji: string) => {
    const box = area.current;
    const at = box?.selectionStart ?? text.length;
    type(`${text.slice(0, at)}${emoji}${text.slice(box?.selectionEnd ?? at)}`);
    requestAnimationFrame(() => box?.setSelectionRange(at + emoji.length, at + emoji.length));
  };
  return (
    <DropZone onFiles={picked.add} disabled={editing !== null} className={styles.zone}>
      <FileTray files={picked.files} onRemove={picked.remove} />
      {editing ? (
        <div className={styles.editing}>
          <span className={styles.what}><b>Изменение сообщения</b><span>{editing.message}</span></span>
          <IconButton label="Отменить изменение" icon={<IconX size={20} />} onClick={onEditEnd} />
        </div>
      ) : null}
      <form className={styles.bar} onSubmit={submit}>
        {editing ? null : (
          <FileInput accept={PICTURES} multiple onFiles={picked.add}><IconButton label="Прикрепить картинки" icon={<IconPhoto />} /></FileInput>
        )}
        <textarea ref={area} className={classNames(styles.field, error !== '' && styles.wrong)} rows={1} value={text} onChange={(event) => type(event.target.value)} onKeyDown={onKeyDown}
          placeholder={error || 'Сообщение'} aria-label="Сообщение" aria-invalid={error === '' ? undefined : true} />
        <EmojiButton onPick={insert} />
        <IconButton type="submit" variant="primary" label={editing ? 'Сохранить' : 'Отправить'} icon={editing ? <IconCheck /> : <IconSend2 />} busy={edit.isPending} />
      </form>
      <p className={styles.error} role="alert">{text === '' ? <span className="visually-hidden">{error}</span> : error}</p>
    </DropZone>
  );
}
