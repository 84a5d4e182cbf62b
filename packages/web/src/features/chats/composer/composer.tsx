import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import { IconCheck, IconMicrophone, IconSend2, IconUpload, IconX } from '#ui/icons.ts';
import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { classNames } from '#lib/class-names.ts';
import { EmojiButton } from '#ui/emoji/emoji-button.tsx';
import { FileTray } from '#ui/forms/file-tray.tsx';
import { useToastsAbove } from '#ui/feedback/toasts-above.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { ChoiceBar } from '../rooms/choice-bar.tsx';
import { AttachButtons } from './composer-buttons.tsx';
import { useEdit } from './composer-edit.ts';
import { REFUSALS, useMessageFiles } from './composer-files.ts';
import { useFieldError, useMessageText } from './composer-text.ts';
import { AttachedLinkBar, useAttachedLink, withLink } from '../messages/link-card.tsx';
import { useMentions } from './mention-suggest.tsx';
import { closeOutageNews, isOutageNews, post, subscribeOutbox } from './outbox.ts';
import { previewText } from '../messages/preview-text.ts';
import { AnswerBar } from '../messages/quote.tsx';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { Message } from '../rooms/room-state.ts';
import { useEscape } from '../rooms/use-escape.ts';
import { useFileInput } from './use-file-input.ts';
import type { Voice } from '../voice-messages/voice-recorder.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';
import styles from './composer.module.css';

const loadDialogs = () => import('../chat-dialogs.tsx');
const loadVoiceBar = () => import('../voice-messages/voice-bar.tsx');
const NotSentDialog = lazy(async () => ({ default: (await loadDialogs()).NotSentDialog }));
const TooLargeDialog = lazy(async () => ({ default: (await loadDialogs()).TooLargeDialog }));
const VoiceBar = lazy(async () => ({ default: (await loadVoiceBar()).VoiceBar }));

type ComposerProps = {
  roomId: string;
  kind: ConversationKind;
  bg: string;
  /** The draft from another device; undefined until it is known. */
  started: string | undefined;
  editing: Message | null;
  onEditEnd: (id: string) => void;
};

/**
 * Writes a new message or edits one. The new message's draft, including its files, waits until the
 * edit is over.
 */
export function Composer({ roomId, kind, bg, started, editing, onEditEnd }: ComposerProps) {
  const { error, count, setError } = useFieldError();
  const { text, area, type, insert, clear, forgetChange } = useMessageText({
    roomId,
    kind,
    started,
    editing,
    error,
  });
  const { replyTarget: answered, answer, chosen } = useRoomExtras();
  const mentions = useMentions(text, area, type);
  const attached = useAttachedLink();
  const [tooLarge, setTooLarge] = useState<'mixed' | 'single' | null>(null);
  const [isRecording, setRecording] = useState(false);
  const hasOutage = useSyncExternalStore(subscribeOutbox, isOutageNews, isOutageNews);
  const microphone = useRef<HTMLButtonElement>(null);
  const rules = {
    onRefuse: (reason: keyof typeof REFUSALS) => setError(REFUSALS[reason]),
    onTooLarge: setTooLarge,
  };
  const picked = useMessageFiles(rules);
  const edit = useEdit(editing, kind, rules);
  const files = editing === null ? picked : edit.files;
  const layer = useRef<HTMLDivElement>(null);
  const isOver = useFileInput(layer, files.add, isRecording);
  useToastsAbove(layer);
  useEffect(() => {
    if (answered !== null) area.current?.focus();
  }, [answered, area]);
  // The dialog about a lost network must be loaded before the network is lost.
  useEffect(
    () =>
      void Promise.allSettled([
        loadDialogs(),
        loadVoiceBar(),
        import('#ui/overlays/menu-window.tsx'),
      ]),
    [],
  );

  const endEdit = () => {
    if (editing === null) return;
    forgetChange(editing);
    edit.forget();
    onEditEnd(editing._id);
    area.current?.focus();
  };
  useEscape(editing !== null, layer, area, endEdit);
  const save = (message: Message, trimmed: string) => {
    if (edit.isSaving) return;
    if (trimmed === '' && edit.isEmpty) return area.current?.focus();
    if (trimmed === message.message && !edit.hasNewMedia) return endEdit();
    edit.save(message, {
      text: trimmed,
      mentions: mentions.marksOf(trimmed) ?? '',
      onDone: endEdit,
      onFail: (failure) => {
        if (failure instanceof ApiError && failure.code === 'chat_files_too_large')
          setTooLarge(files.videos.length > 0 && files.pictures.length > 0 ? 'mixed' : 'single');
        else setError(sentenceOf(failure));
      },
    });
  };
  const answering = answered === null ? {} : { replyTo: answered._id };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const trimmed = text.trim();
    if (isLonger(withLink(trimmed, editing === null ? attached.href : null), LENGTHS.message))
      return setError('Сообщение не длиннее 4 000 символов');
    if (editing) return save(editing, trimmed);
    if (trimmed === '' && picked.files.length === 0 && attached.href === null)
      return area.current?.focus();
    post(
      roomId,
      kind,
      withLink(trimmed, attached.href),
      { pictures: picked.pictures, videos: picked.videos, voice: null },
      { ...answering, ...mentions.sent(trimmed) },
    );
    answer(null);
    if (attached.href !== null) attached.drop();
    mentions.clear();
    clear();
    picked.clear();
    area.current?.focus();
  };
  const closeVoice = () => {
    setRecording(false);
    requestAnimationFrame(() => microphone.current?.focus());
  };
  const sendVoice = (voice: Voice) => {
    post(roomId, kind, '', { pictures: [], videos: [], voice }, answering);
    answer(null);
    closeVoice();
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
  if (chosen !== null) return <ChoiceBar />;
  const isEmpty =
    editing === null && text.trim() === '' && picked.files.length === 0 && attached.href === null;
  const last = isEmpty ? (
    <IconButton
      ref={microphone}
      variant="primary"
      label="Записать голосовое сообщение"
      icon={<IconMicrophone />}
      onClick={() => setRecording(true)}
    />
  ) : (
    <IconButton
      type="submit"
      variant="primary"
      label={editing ? 'Сохранить' : 'Отправить'}
      icon={editing ? <IconCheck /> : <IconSend2 />}
      busy={edit.isSaving}
    />
  );
  return (
    <div ref={layer} className={classNames(bg !== '' && styles.onPicture)}>
      <div className={styles.zone}>
        {editing ? null : (
          <>
            <AttachedLinkBar href={attached.href} onDrop={attached.drop} />
            <AnswerBar />
          </>
        )}
        {mentions.list}
        {editing ? (
          <div className={styles.editing}>
            <span className={styles.what}>
              <b>Изменение сообщения</b>
              <span>{previewText(editing)}</span>
            </span>
            <IconButton label="Отменить изменение" icon={<IconX size={20} />} onClick={endEdit} />
          </div>
        ) : null}
        {editing ? (
          <FileTray
            files={edit.files.files}
            stored={edit.stored}
            onRemove={edit.remove}
            onRemoveStored={edit.drop}
          />
        ) : (
          <FileTray files={picked.files} onRemove={picked.remove} />
        )}
        {isRecording && editing === null ? (
          <Suspense>
            <VoiceBar onSend={sendVoice} onClose={closeVoice} />
          </Suspense>
        ) : (
          <form className={styles.bar} onSubmit={submit}>
            <AttachButtons roomId={roomId} kind={kind} bg={bg} onFiles={files.add} />
            <textarea
              ref={area}
              className={classNames(styles.field, error !== '' && styles.wrong)}
              rows={1}
              value={text}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
              {...mentions.wiring}
              placeholder={error || 'Сообщение'}
              aria-label="Сообщение"
              aria-invalid={error === '' ? undefined : true}
            />
            <EmojiButton onPick={insert} />
            {last}
          </form>
        )}
        <p className={text === '' || error === '' ? 'visually-hidden' : styles.error} role="alert">
          <span key={count}>{error}</span>
        </p>
      </div>
      {isOver ? (
        <div className={styles.veil}>
          <IconUpload aria-hidden="true" />
          Отпустите, чтобы добавить
        </div>
      ) : null}
      <Suspense>
        {hasOutage ? <NotSentDialog open onClose={closeOutageNews} /> : null}
        {tooLarge === null ? null : (
          <TooLargeDialog kind={tooLarge} onClose={() => setTooLarge(null)} />
        )}
      </Suspense>
    </div>
  );
}
