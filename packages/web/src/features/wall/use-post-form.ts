import { useState } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import type { PostAudience } from '@respa/contract/wall';
import { sendingSentence } from '#lib/network/wrong-fields.ts';
import type { StoredPicture } from '#lib/media.ts';
import { usePictures } from '#ui/files/use-pictures.ts';
import { useSending } from '#ui/files/use-sending.ts';
import type { Written } from './authoring-api.ts';

type Start = { text: string; audience: PostAudience; pictures: readonly StoredPicture[] };
const EMPTY: Start = { text: '', audience: 'all', pictures: [] };
export type PostForm = ReturnType<typeof usePostForm>;

/**
 * Holds the post being written: text, kept and new pictures, and the audience. A submission can be
 * stopped, and a failure loses nothing typed.
 */
export function usePostForm(start: Start = EMPTY) {
  const [text, setText] = useState(start.text);
  const [audience, setAudience] = useState(start.audience);
  const [wrong, setWrong] = useState('');
  const { kept, picked, count, drop } = usePictures(start.pictures, setWrong);
  const { isSending, send: sendWith, stop } = useSending(picked);

  /** Submits the post. Returns whether it succeeded. */
  const send = async (write: (written: Written) => Promise<unknown>): Promise<boolean> => {
    if (isSending || isLonger(text, LENGTHS.post)) return false;
    if (isBlank(text) && count === 0) {
      setWrong('Напишите что-нибудь или добавьте фото.');
      return false;
    }
    setWrong('');
    const files = picked.files.map(({ file }) => file);
    return sendWith(
      (sending) => write({ text, audience, files, sending }),
      (error) => setWrong(sendingSentence(error)),
    );
  };
  const isChanged =
    text !== start.text ||
    audience !== start.audience ||
    kept.length !== start.pictures.length ||
    picked.files.length > 0;
  return {
    text,
    audience,
    kept,
    picked,
    wrong,
    isSending,
    isChanged,
    send,
    setAudience,
    isEmpty: text === '' && count === 0,
    write: (value: string) => {
      setText(value);
      setWrong('');
    },
    drop,
    stop,
    clear: () => {
      setText('');
      picked.clear();
    },
  };
}
