import { POLLS } from '@respa/contract/limits';
import { isBlank } from '@respa/contract/characters';
import { HOUR_MS } from '@respa/contract/durations';
import type { NewPoll } from '@respa/contract/polls';

/** How long a poll may run, in hours; '' has no end. */
export const LASTS = [
  { value: '', label: 'Без срока' },
  { value: '1', label: '1 час' },
  { value: '24', label: '1 день' },
  { value: '72', label: '3 дня' },
  { value: '168', label: '1 неделя' },
] as const;
/** A poll being written. */
export type PollDraft = {
  question: string;
  options: string[];
  isMultiple: boolean;
  isAnonymous: boolean;
  lasts: (typeof LASTS)[number]['value'];
};
/** A poll being written that is attached to a post, and the poll that is sent with the post. */
export type AttachedPoll = { draft: PollDraft; poll: NewPoll };
export const EMPTY_POLL: PollDraft = {
  question: '',
  options: ['', ''],
  isMultiple: false,
  isAnonymous: true,
  lasts: '',
};

export type PollMistake = { question?: string; options?: string };
/** Returns what is wrong with a poll; null if it can be sent. */
export function findMistakes({ question, options }: PollDraft): PollMistake | null {
  if (isBlank(question)) return { question: 'Напишите вопрос.' };
  const written = options.map((option) => option.trim()).filter((option) => !isBlank(option));
  if (written.length < POLLS.fewest) return { options: 'Нужно хотя бы два варианта.' };
  return new Set(written).size < written.length
    ? { options: 'Варианты не должны повторяться.' }
    : null;
}
/** Returns the poll as it is sent; empty options are left out. Its time runs from now on. */
export const toPoll = ({
  question,
  options,
  lasts,
  isMultiple,
  isAnonymous,
}: PollDraft): NewPoll => ({
  question: question.trim(),
  options: options.map((option) => option.trim()).filter((option) => !isBlank(option)),
  isMultiple,
  isAnonymous,
  ...(lasts === ''
    ? {}
    : { closesAt: new Date(Date.now() + Number(lasts) * HOUR_MS).toISOString() }),
});
