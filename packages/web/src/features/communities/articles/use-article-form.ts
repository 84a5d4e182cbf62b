import { useState, type FormEvent } from 'react';
import { useNaming } from '#features/people/parts.ts';
import { DAY_MS } from '@respa/contract/durations';
import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { typeDay } from '#lib/calendar-day.ts';
import { clock } from '#lib/format.ts';
import type { NewPoll } from '@respa/contract/polls';
import type { PollToSend } from '#features/polls/parts.ts';
import { useKeptState } from '#lib/kept-state.ts';
import { sendingSentence } from '#lib/network/wrong-fields.ts';
import { useLeaveQuestion } from '#ui/forms/use-leave-question.ts';
import { usePictures } from '#ui/files/use-pictures.ts';
import { useSending, type Sending } from '#ui/files/use-sending.ts';
import type { Article } from '../api.ts';

export type ArticleInput = {
  title: string;
  text: string;
  /** JSON */
  mentions?: string;
  files: File[];
  publishAt: string;
  keep: string[];
  poll: NewPoll | null;
  sending: Sending;
};
export type ArticleForm = ReturnType<typeof useArticleForm>;

const isoDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
/**
 * Returns the moment of a day and an hour in the writer's time zone in the server's format, or null
 * if it is invalid.
 */
function momentOf(day: string, hour: string): string | null {
  const at = typeDay(day) === '' || !/^\d{2}:\d{2}$/.test(hour) ? null : new Date(`${day}T${hour}`);
  return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/**
 * Holds the article being written. A submission can be stopped, and a failure loses nothing typed.
 */
export function useArticleForm(
  place: string,
  article: Article | undefined,
  mayDelay: boolean,
  onSend: (input: ArticleInput) => Promise<unknown>,
) {
  const [first] = useState(() => new Date(article?.publishAt ?? Date.now() + DAY_MS));
  const [start] = useState({
    title: article?.title ?? '',
    text: article?.text ?? '',
    isDelayed: article?.state === 'scheduled',
    day: isoDay(first),
    hour: clock(first),
    poll: null as PollToSend | null,
  });
  const [written, setWritten, forgetWritten, isRestored] = useKeptState(place, start);
  const { title, text, isDelayed, day, hour, poll } = written;
  const put =
    <Name extends keyof typeof start>(name: Name) =>
    (value: (typeof start)[Name]) =>
      setWritten((before) => ({ ...before, [name]: value }));
  const [wrong, setWrong] = useState<{ pictures?: string; hour?: string; all?: string }>({});
  const pictures = usePictures(place, article?.pictures ?? [], (refusal) =>
    setWrong({ pictures: refusal }),
  );
  const naming = useNaming(text, put('text'), article?.mentions);
  const { kept, picked } = pictures;
  const { isSending, send, stop } = useSending(picked);
  const forget = () => {
    forgetWritten();
    pictures.forget();
  };
  const isChanged = pictures.isChanged || title !== start.title || text !== start.text;
  useLeaveQuestion(article !== undefined && isChanged, forget);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isLonger(text, LENGTHS.post)) return;
    const publishAt = isDelayed && mayDelay ? momentOf(day, hour) : '';
    if (pictures.count === 0 && article?.repost === undefined)
      return setWrong({ pictures: 'Выберите изображение' });
    if (publishAt === null || (publishAt !== '' && new Date(publishAt) <= new Date()))
      return setWrong({ hour: 'Выберите время в будущем, не дальше года.' });
    setWrong({});
    void send(
      async (sending) => {
        await onSend({
          title,
          text,
          ...naming.mentions(),
          files: picked.files.map(({ file }) => file),
          publishAt,
          keep: kept.map(({ name }) => name),
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
    isDelayed,
    setDelayed: put('isDelayed'),
    day,
    setDay: put('day'),
    hour,
    setHour: put('hour'),
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
