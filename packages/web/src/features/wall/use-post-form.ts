import { useState } from 'react';
import type { Mention } from '@respa/contract/rich-text';
import { useNaming } from '#features/people/parts.ts';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import type { PostCommenters } from '@respa/contract/post-options';
import type { PostAudience } from '@respa/contract/wall';
import type { PollToSend } from '#features/polls/parts.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sendingSentence } from '#lib/network/wrong-fields.ts';
import type { StoredPicture } from '#lib/browser/media.ts';
import { useArrangedPictures } from '#ui/files/use-arranged-pictures.ts';
import { delayOf, momentOf, WRONG_DELAY, type Delay } from '#ui/forms/delay.ts';
import { useSending } from '#ui/files/use-sending.ts';
import type { AttachedVideo } from '#ui/media/post-videos.ts';
import type { Written } from './authoring-api.ts';

type Start = {
  text: string;
  audience: PostAudience;
  pictures: readonly StoredPicture[];
  commentsFor?: PostCommenters;
  /** Null for what is not published yet and has no time; undefined for a published post. */
  publishAt?: string | null | undefined;
  /** Null for a video that its author may not watch any more. */
  video?: AttachedVideo | null | undefined;
  /** A published post may have a poll, which is not edited. */
  hasPoll?: boolean;
  mentions?: readonly Mention[] | undefined;
};
const EMPTY: Start = { text: '', audience: 'all', pictures: [], publishAt: null };
/** The fields of a post that are kept until it is sent. */
type Fields = {
  text: string;
  audience: PostAudience;
  poll: PollToSend | null;
  commentsFor: PostCommenters;
  delay: Delay;
  video: AttachedVideo | null;
};
export type PostForm = ReturnType<typeof usePostForm>;

/**
 * Holds the post being written: text, kept and new pictures, the audience, and the poll of a new
 * post. A submission can be stopped. What is written is kept at its `place` until `clear` is
 * called.
 */
export function usePostForm(place: string, start: Start = EMPTY) {
  const [first] = useState<Fields>(() => ({
    text: start.text,
    audience: start.audience,
    poll: null,
    commentsFor: start.commentsFor ?? 'all',
    delay: delayOf(start.publishAt),
    video: start.video ?? null,
  }));
  const [written, setWritten, forgetWritten] = useKeptState<Fields>(place, first);
  const { text, audience, poll, commentsFor, delay, video } = written;
  const [wrong, setWrong] = useState('');
  const pictures = useArrangedPictures(place, start.pictures, setWrong);
  const { picked, count } = pictures;
  const { isSending, send: sendWith, stop } = useSending(picked);

  const put = (change: Partial<Fields>) => {
    setWritten((before) => ({ ...before, ...change }));
    setWrong('');
  };
  const write = (value: string) => put({ text: value });
  const mayDelay = start.publishAt !== undefined;
  const naming = useNaming(place, text, write, start);

  /** Submits the post. Returns whether it succeeded. */
  const send = async (save: (written: Written) => Promise<unknown>): Promise<boolean> => {
    if (isSending || isLonger(text, LENGTHS.post)) return false;
    const hasOther = poll !== null || video !== null || start.hasPoll === true;
    if (isBlank(text) && count === 0 && !hasOther && start.video !== null) {
      setWrong('Напишите что-нибудь или добавьте фото.');
      return false;
    }
    const publishAt = momentOf(delay);
    if (mayDelay && publishAt === null) {
      setWrong(WRONG_DELAY);
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
          commentsFor,
          ...(video?._id === start.video?._id ? {} : { video: video?._id ?? '' }),
          ...(mayDelay ? { publishAt: publishAt ?? '' } : {}),
          ...(count === 0 && start.pictures.length === 0 ? {} : { pictures: pictures.toSend() }),
          files,
          poll: poll?.poll ?? null,
          sending,
        }),
      (error) => setWrong(sendingSentence(error)),
    );
  };
  const isChanged =
    text !== start.text ||
    audience !== start.audience ||
    commentsFor !== first.commentsFor ||
    video?._id !== first.video?._id ||
    (momentOf(delay) ?? '') !== (start.publishAt ?? '') ||
    pictures.isChanged;
  return {
    text,
    audience,
    poll,
    setPoll: (value: PollToSend | null) => put({ poll: value }),
    /** Where a poll is kept while it is written; null where a post is only edited. */
    pollPlace: start === EMPTY ? `${place}.poll` : null,
    commentsFor,
    setCommentsFor: (value: PostCommenters) => put({ commentsFor: value }),
    delay,
    setDelay: (change: Partial<Delay>) => put({ delay: { ...delay, ...change } }),
    mayDelay,
    video,
    setVideo: (value: AttachedVideo | null) => put({ video: value }),
    pictures,
    picked,
    wrong,
    isSending,
    isChanged,
    send,
    setAudience: (value: PostAudience) => put({ audience: value }),
    isEmpty: text === '' && count === 0 && poll === null && video === null,
    write,
    naming,
    stop,
    clear: () => {
      forgetWritten();
      pictures.forget();
    },
  };
}
