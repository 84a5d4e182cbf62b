import { useState, type FormEvent } from 'react';
import { useNaming } from '#features/people/parts.ts';
import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import type { ArticleCommenters } from '@respa/contract/post-options';
import type { NewPoll } from '@respa/contract/polls';
import type { PollToSend } from '#features/polls/parts.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sendingSentence } from '#lib/network/wrong-fields.ts';
import { useLeaveQuestion } from '#ui/forms/use-leave-question.ts';
import { useArrangedPictures } from '#ui/files/use-arranged-pictures.ts';
import { delayOf, momentOf, WRONG_DELAY, type Delay } from '#ui/forms/delay.ts';
import { useSending, type Sending } from '#ui/files/use-sending.ts';
import type { Article } from '../api.ts';

export type ArticleInput = {
  title: string;
  text: string;
  /** JSON */
  mentions?: string;
  files: File[];
  publishAt: string;
  commentsFor: ArticleCommenters;
  /** JSON */
  pictures: string;
  poll: NewPoll | null;
  sending: Sending;
};
export type ArticleForm = ReturnType<typeof useArticleForm>;

/**
 * Holds the article being written. A submission can be stopped, and a failure loses nothing typed.
 */
export function useArticleForm(
  place: string,
  article: Article | undefined,
  mayDelay: boolean,
  onSend: (input: ArticleInput) => Promise<unknown>,
) {
  const [start] = useState(() => ({
    title: article?.title ?? '',
    text: article?.text ?? '',
    commentsFor: (article?.commentsFor ?? 'all') as ArticleCommenters,
    ...delayOf(article?.publishAt),
    poll: null as PollToSend | null,
  }));
  const [written, setWritten, forgetWritten, isRestored] = useKeptState(place, start);
  const { title, text, isDelayed, day, hour, poll, commentsFor } = written;
  const put =
    <Name extends keyof typeof start>(name: Name) =>
    (value: (typeof start)[Name]) =>
      setWritten((before) => ({ ...before, [name]: value }));
  const [wrong, setWrong] = useState<{ pictures?: string; hour?: string; all?: string }>({});
  const pictures = useArrangedPictures(place, article?.pictures ?? [], (refusal) =>
    setWrong({ pictures: refusal }),
  );
  const naming = useNaming(place, text, put('text'), {
    text: start.text,
    mentions: article?.mentions,
  });
  const { picked } = pictures;
  const { isSending, send, stop } = useSending(picked);
  const forget = () => {
    forgetWritten();
    pictures.forget();
  };
  const isChanged =
    pictures.isChanged ||
    title !== start.title ||
    text !== start.text ||
    commentsFor !== start.commentsFor;
  useLeaveQuestion(article !== undefined && isChanged, forget);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isLonger(text, LENGTHS.post)) return;
    const publishAt = mayDelay ? momentOf({ isDelayed, day, hour }) : '';
    if (pictures.count === 0 && article?.repost === undefined)
      return setWrong({ pictures: 'Выберите изображение' });
    if (publishAt === null) return setWrong({ hour: WRONG_DELAY });
    setWrong({});
    void send(
      async (sending) => {
        await onSend({
          title,
          text,
          ...naming.mentions(),
          files: picked.files.map(({ file }) => file),
          publishAt,
          commentsFor,
          pictures: pictures.toSend(),
          poll: poll?.poll ?? null,
          sending,
        });
        forget();
      },
      (error) => setWrong({ all: sendingSentence(error) }),
    );
  };
  const words = { title, setTitle: put('title'), text, setText: put('text') };
  const delay = {
    delay: { isDelayed, day, hour },
    setDelay: (change: Partial<Delay>) => {
      setWritten((before) => ({ ...before, ...change }));
      setWrong({});
    },
    commentsFor,
    setCommentsFor: put('commentsFor'),
  };
  const asked = { poll, setPoll: put('poll') };
  const forgive = () => setWrong({});
  const restored = { isRestored, forget };
  return {
    ...words,
    ...delay,
    ...asked,
    naming,
    pictures,
    wrong,
    forgive,
    isSending,
    submit,
    stop,
    restored,
  };
}
