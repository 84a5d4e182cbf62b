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
import { ChoiceBar } from './choice-bar.tsx';
import { useDraft } from './drafts.ts';
import { useMentions } from './mention-suggest.tsx';
import { post } from './outbox.ts';
import { AnswerBar } from './quote.tsx';
import { useRoomExtras } from './room-extras.tsx';
import type { Message } from './room-state.ts';
import styles from './composer.module.css';

// The documented time for which an error stands in the field.
const ERROR_MS = 5_000;
const TYPING_EVERY_MS = 2_500;
const REFUSALS = { count: 'Ошибка: Нельзя загружать больше 6 изображений', type: 'Такой тип файла не поддерживается', size: 'Общий размер загружаемых файлов превышает 50Mb.' };

type ComposerProps = {
  roomId: string; isGroup: boolean;
  /** What was begun on another device; undefined until it is known. */
  started: string | undefined;
  editing: Message | null; onEditEnd: (id: string) => void;
};

/** Writes a new message or changes one; what was begun of the new one, its pictures too, waits until the change is over. */
export function Composer({ roomId, isGroup, started, editing, onEditEnd }: ComposerProps) {
  const [draft, setDraft] = useDraft(roomId, started);
  const { answered, answer, chosen } = useRoomExtras();
  const [change, setChange] = useState<{ of: Message; text: string } | null>(null);
  const text = editing === null ? draft : change?.of === editing ? change.text : editing.message;
  // A refusal that comes again is a new one: it stands for its whole time and is read out once more.
  const [refusal, setRefusal] = useState({ text: '', count: 0 });
  const error = refusal.text;
  const setError = (sentence: string) => setRefusal(({ count }) => ({ text: sentence, count: count + 1 }));
  const area = useRef<HTMLTextAreaElement>(null);
  const lastTyping = useRef(0);
  const edit = useEditMessage(isGroup);
  const picked = usePickedFiles({ accept: PICTURES, limit: FILES.chatPictures, maxBytes: FILES.chatTotal, onRefuse: ({ reason }) => setError(REFUSALS[reason]) });

  useEffect(() => {
    if (refusal.text === '') return;
    const timer = setTimeout(() => setRefusal({ ...refusal, text: '' }), ERROR_MS);
    return () => clearTimeout(timer);
  }, [refusal]);
  useEffect(() => {
    const box = area.current;
    if (editing === null || box === null) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }, [editing]);
  useEffect(() => { if (answered !== null) area.current?.focus(); }, [answered]);
  useEffect(() => {
    const box = area.current;
    if (box === null) return;
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, 180)}px`;
  }, [text, error]);

  const type = (value: string) => {
    if (editing !== null) return setChange({ of: editing, text: value });
    setDraft(value);
    if (value !== '' && Date.now() - lastTyping.current > TYPING_EVERY_MS) {
      lastTyping.current = Date.now();
      void tellTyping(roomId, isGroup);
    }
  };
  const mentions = useMentions(text, area, type);
  const endEdit = () => {
    if (editing === null) return;
    setChange((now) => (now?.of === editing ? null : now));
    onEditEnd(editing._id);
    area.current?.focus();
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const trimmed = text.trim();
    if (trimmed.length > LENGTHS.message) return setError('Сообщение не длиннее 4 000 символов');
    if (editing) {
      if (edit.isPending) return;
      if (trimmed === '' && editing.images.length === 0) return area.current?.focus();
      if (trimmed === editing.message) return endEdit();
      return edit.mutate({ id: editing._id, text: trimmed, mentions: mentions.marksOf(trimmed) ?? '' }, { onSuccess: endEdit, onError: (failure) => setError(sentenceOf(failure)) });
    }
    // Nothing to send yet: a press of the button leads to where it is written.
    if (trimmed === '' && picked.files.length === 0) return area.current?.focus();
    const files = picked.files.map(({ file }) => file);
    if (files.reduce((sum, file) => sum + file.size, 0) > FILES.chatTotal) return setError(REFUSALS.size);
    const marks = mentions.marksOf(trimmed);
    post(roomId, isGroup, trimmed, files, { ...(answered === null ? {} : { replyTo: answered._id }), ...(marks === undefined ? {} : { mentions: marks }) });
    answer(null);
    mentions.clear();
    setDraft('');
    // Whoever goes on writing is seen to type again at once.
    lastTyping.current = 0;
    picked.clear();
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape') {
      if (editing === null) answer(null);
      endEdit();
    }
  };
  const insert = (emoji: string) => {
    const box = area.current;
    const at = box?.selectionStart ?? text.length;
    type(`${text.slice(0, at)}${emoji}${text.slice(box?.selectionEnd ?? at)}`);
    requestAnimationFrame(() => box?.setSelectionRange(at + emoji.length, at + emoji.length));
  };
  if (chosen !== null) return <ChoiceBar />;
  return (
    <DropZone onFiles={picked.add} disabled={editing !== null} className={styles.zone}>
      {editing ? null : <AnswerBar />}
      {mentions.list}
      {editing ? null : <FileTray files={picked.files} onRemove={picked.remove} />}
      {editing ? (
        <div className={styles.editing}>
          <span className={styles.what}><b>Изменение сообщения</b><span>{editing.message}</span></span>
          <IconButton label="Отменить изменение" icon={<IconX size={20} />} onClick={endEdit} />
        </div>
      ) : null}
      <form className={styles.bar} onSubmit={submit}>
        {editing ? null : (
          <FileInput accept={PICTURES} multiple onFiles={picked.add}><IconButton label="Прикрепить картинки" icon={<IconPhoto />} /></FileInput>
        )}
        <textarea ref={area} className={classNames(styles.field, error !== '' && styles.wrong)} rows={1} value={text} onChange={(event) => type(event.target.value)} onKeyDown={onKeyDown} {...mentions.wiring}
          placeholder={error || 'Сообщение'} aria-label="Сообщение" aria-invalid={error === '' ? undefined : true} />
        <EmojiButton onPick={insert} />
        <IconButton type="submit" variant="primary" label={editing ? 'Сохранить' : 'Отправить'} icon={editing ? <IconCheck /> : <IconSend2 />} busy={editing !== null && edit.isPending} />
      </form>
      <p className={text === '' || error === '' ? 'visually-hidden' : styles.error} role="alert"><span key={refusal.count}>{error}</span></p>
    </DropZone>
  );
}
