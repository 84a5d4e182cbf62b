import type { RefObject } from 'react';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import type { useComposerFiles } from './use-composer-files.ts';
import type { Mentions } from './formatting/mention-suggest.tsx';
import type { MessageText } from './composer-text.ts';
import { useEscape } from '../rooms/use-escape.ts';
import { renderMarkup, type Formatted } from '../message-text/markup.ts';
import type { Message } from '../rooms/room-state.ts';

type Editing = {
  editing: Message | null;
  onEditEnd: (id: string) => void;
  writing: Pick<MessageText, 'area' | 'forgetChange'>;
  mentions: Pick<Mentions, 'marksOf'>;
  attached: Pick<ReturnType<typeof useComposerFiles>, 'edit' | 'files' | 'setTooLarge'>;
  layer: RefObject<HTMLElement | null>;
  setError: (sentence: string) => void;
};
/** Saves or ends the edit of a message. */
export function useEditing({
  editing,
  onEditEnd,
  writing: { area, forgetChange },
  mentions,
  attached: { edit, files, setTooLarge },
  layer,
  setError,
}: Editing) {
  const endEdit = () => {
    if (editing === null) return;
    forgetChange(editing);
    edit.forget();
    onEditEnd(editing._id);
    area.current?.focus();
  };
  useEscape(editing !== null, layer, area, endEdit);
  const save = (message: Message, { text, formatting }: Formatted) => {
    if (edit.isSaving) return;
    if (text === '' && edit.isEmpty) return area.current?.focus();
    const isSame =
      renderMarkup({ text, formatting }) ===
      renderMarkup({ text: message.message, formatting: message.formatting });
    if (isSame && !edit.hasNewMedia) return endEdit();
    edit.save(message, {
      text,
      mentions: mentions.marksOf(text) ?? '',
      formatting: JSON.stringify(formatting),
      onDone: endEdit,
      onFail: (failure) => {
        if (failure instanceof ApiError && failure.code === 'chat_files_too_large')
          setTooLarge(files.videos.length > 0 && files.pictures.length > 0 ? 'mixed' : 'single');
        else setError(sentenceOf(failure));
      },
    });
  };
  return { endEdit, save };
}
