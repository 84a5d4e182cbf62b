import { useEffect, useMemo, useRef, useState } from 'react';
import { useFittingHeight } from '#lib/browser/fitting-height.ts';
import { notifyTyping } from '../api.ts';
import { renderMarkup } from '../message-text/markup.ts';
import { dropBroken } from '../message-text/emoji-marks.ts';
import { useDraft } from './unsent/drafts.ts';
import type { Message } from '../rooms/room-state.ts';
import type { ConversationKind } from '../rooms/conversation-kind.ts';

// In ms: the documented time for which an error is shown in the field.
const ERROR_MS = 5_000;
const TYPING_EVERY_MS = 2_500;

/**
 * Holds the field's error. A repeated error counts as new: it is shown for its full time and
 * announced again.
 */
export function useFieldError() {
  const [refusal, setRefusal] = useState({ text: '', count: 0 });
  useEffect(() => {
    if (refusal.text === '') return;
    const timer = setTimeout(() => setRefusal({ ...refusal, text: '' }), ERROR_MS);
    return () => clearTimeout(timer);
  }, [refusal]);
  return {
    error: refusal.text,
    count: refusal.count,
    setError: (sentence: string) =>
      setRefusal(({ count }) => ({ text: sentence, count: count + 1 })),
  };
}

export type MessageText = ReturnType<typeof useMessageText>;
type TextOf = {
  roomId: string;
  kind: ConversationKind;
  started: string | undefined;
  editing: Message | null;
  error: string;
};
/**
 * Holds the text of a new message and, beside it, the text of the one being edited. The first waits
 * until the edit is done.
 */
export function useMessageText({ roomId, kind, started, editing, error }: TextOf) {
  const [draft, setDraft] = useDraft(roomId, started);
  const [changed, setChanged] = useState<{ of: string; text: string } | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const lastTyping = useRef(0);
  // The message was deleted elsewhere while it was being edited: what was typed stays in the field.
  if (editing === null && changed !== null) {
    setDraft(draft === '' ? changed.text : `${draft}\n${changed.text}`);
    setChanged(null);
  }
  const original = useMemo(
    () =>
      editing === null
        ? ''
        : renderMarkup({ text: editing.message, formatting: editing.formatting }),
    [editing],
  );
  const text = editing === null ? draft : changed?.of === editing._id ? changed.text : original;
  const editedId = editing?._id;
  useEffect(() => {
    const box = area.current;
    if (editedId === undefined || box === null) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }, [editedId]);
  useFittingHeight(area, text || error);

  const type = (typed: string) => {
    const box = area.current;
    const { text: value, cursor } = dropBroken(typed, box?.selectionStart ?? typed.length);
    if (value !== typed) requestAnimationFrame(() => box?.setSelectionRange(cursor, cursor));
    if (editing !== null) return setChanged({ of: editing._id, text: value });
    setDraft(value);
    if (value !== '' && Date.now() - lastTyping.current > TYPING_EVERY_MS) {
      lastTyping.current = Date.now();
      void notifyTyping(roomId, kind);
    }
  };
  return {
    text,
    area,
    type,
    insert(emoji: string) {
      const box = area.current;
      const at = box?.selectionStart ?? text.length;
      type(`${text.slice(0, at)}${emoji}${text.slice(box?.selectionEnd ?? at)}`);
      requestAnimationFrame(() => box?.setSelectionRange(at + emoji.length, at + emoji.length));
    },
    clear() {
      setDraft('');
      // A user who continues writing is shown as typing again at once.
      lastTyping.current = 0;
    },
    forgetChange: (of: Message) => setChanged((now) => (now?.of === of._id ? null : now)),
  };
}
