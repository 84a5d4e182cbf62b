import { useState } from 'react';
import type { Mention } from '@respa/contract/rich-text';
import { useNaming } from '#features/people/parts.ts';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import type { PostAudience } from '@respa/contract/wall';
import type { PollToSend } from '#features/polls/parts.ts';
import { useKeptState } from '#lib/kept-state.ts';
import { sendingSentence } from '#lib/network/wrong-fields.ts';
import type { StoredPicture } from '#lib/media.ts';
import { usePictures } from '#ui/files/use-pictures.ts';
import { useSending } from '#ui/files/use-sending.ts';
import type { Written } from './authoring-api.ts';

type Start = {
  text: string;
  audience: PostAudience;
  pictures: readonly StoredPicture[];
  /** A published post may have a poll, which is not edited. */
  hasPoll?: boolean;
  mentions?: readonly Mention[] | undefined;
};
const EMPTY: Start = { text: '', audience: 'all', pictures: [] };
export type PostForm = ReturnType<typeof usePostForm>;

/**
 * Holds the post being written: text, kept and new pictures, the audience, and the poll of a new
 * post. A submission can be stopped. What is written is kept at its `place` until `clear` is called.
 */
export function usePostForm(place: string, start: Start = EMPTY) {
  const [{ text, audience, poll }, setWritten, forgetWritten] = useKeptState<{
    text: string;
    audience: PostAudience;
    poll: PollToSend | null;
  }>(place, { text: start.text, audience: start.audience, poll: null });
  const [wrong, setWrong] = useState('');
  const pictures = usePictures(place, start.pictures, setWrong);
  const { kept, picked, count, drop } = pictures;
  const { isSending, send: sendWith, stop } = useSending(picked);

  const write = (value: string) => {
    setWritten((before) => ({ ...before, text: value }));
    setWrong('');
  };
  const naming = useNaming(text, write, start.mentions);

  /** Submits the post. Returns whether it succeeded. */
  const send = async (save: (written: Written) => Promise<unknown>): Promise<boolean> => {
    if (isSending || isLonger(text, LENGTHS.post)) return false;
    if (isBlank(text) && count === 0 && poll === null && start.hasPoll !== true) {
      setWrong('Напишите что-нибудь или добавьте фото.');
      return false;
    }
    setWrong('');
    const files = picked.files.map(({ file }) => file);
    return sendWith(
      (sending) =>
        save({
          text,
          ...naming.mentions(),
          audience,
          files,
          poll: poll?.poll ?? null,
          sending,
        }),
      (error) => setWrong(sendingSentence(error)),
    );
  };
  const isChanged = text !== start.text || audience !== start.audience || pictures.isChanged;
  return {
    text,
    audience,
    poll,
    setPoll: (value: PollToSend | null) => {
      setWritten((before) => ({ ...before, poll: value }));
      setWrong('');
    },
    /** Where a poll is kept while it is written; null where a post is only edited. */
    pollPlace: start === EMPTY ? `${place}.poll` : null,
    kept,
    picked,
    wrong,
    isSending,
    isChanged,
    send,
    setAudience: (value: PostAudience) => setWritten((before) => ({ ...before, audience: value })),
    isEmpty: text === '' && count === 0 && poll === null,
    write,
    naming,
    drop,
    stop,
    clear: () => {
      forgetWritten();
      pictures.forget();
    },
  };
}
