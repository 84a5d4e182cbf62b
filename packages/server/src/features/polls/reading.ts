import { Compile } from 'typebox/compile';
import { DAY_MS } from '@respa/contract/durations';
import { appError } from '@respa/contract/app-errors';
import { isLonger } from '@respa/contract/characters';
import { cleanLine } from '@respa/contract/clean-text';
import { POLLS } from '@respa/contract/limits';
import { NewPoll } from '@respa/contract/polls';
import { nowMs } from '#platform/runtime/clock.ts';

const input = Compile(NewPoll);
const refuse = (text: string) => appError('bad_input', { text, fields: { poll: text } });

export type PollInput = {
  question: string;
  options: string[];
  isMultiple: boolean;
  isAnonymous: boolean;
  closesAt: Date | null;
};
/**
 * Parses the poll of a form, a JSON object; null without one. Throws `bad_input` with a sentence
 * that says what is wrong, and `bad_date` for an end that is not within the next year.
 */
export function readPoll(json: string | undefined): PollInput | null {
  if (json === undefined || json === '') return null;
  const poll = parse(json);
  const question = cleanLine(poll.question);
  if (question === '') throw refuse('Напишите вопрос.');
  if (isLonger(question, POLLS.question))
    throw refuse(`Вопрос не длиннее ${POLLS.question} символов.`);
  const options = poll.options.map(cleanLine);
  if (options.includes('')) throw refuse('В опросе есть пустой вариант.');
  if (options.some((option) => isLonger(option, POLLS.option)))
    throw refuse(`Вариант не длиннее ${POLLS.option} символов.`);
  if (new Set(options).size < options.length) throw refuse('Варианты не должны повторяться.');
  const { isMultiple, isAnonymous } = poll;
  return { question, options, isMultiple, isAnonymous, closesAt: readEnd(poll.closesAt) };
}
function parse(json: string): NewPoll {
  let poll: unknown;
  try {
    poll = JSON.parse(json);
  } catch {
    throw refuse('Опрос не удалось прочитать.');
  }
  const options = (poll as Partial<NewPoll> | null)?.options;
  if (Array.isArray(options) && (options.length < POLLS.fewest || options.length > POLLS.options))
    throw refuse(`В опросе от ${POLLS.fewest} до ${POLLS.options} вариантов.`);
  if (!input.Check(poll)) throw refuse('Опрос не удалось прочитать.');
  return poll;
}
function readEnd(text: string | undefined): Date | null {
  if (text === undefined || text === '') return null;
  const end = new Date(text);
  const wait = end.getTime() - nowMs();
  if (!(wait > 0 && wait <= POLLS.daysAhead * DAY_MS))
    throw appError('bad_date', { fields: { poll: 'Выберите время в будущем, не дальше года.' } });
  return end;
}
