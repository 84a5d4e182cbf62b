import { Compile } from 'typebox/compile';
import { Type } from 'typebox';
import { appError } from '@respa/contract/app-errors';
import * as chatMessages from '@respa/contract/chat-messages';
import {
  findMistake,
  sortStyled,
  type FormattingMistake,
  type StyledPart,
} from '@respa/contract/formatting';
import { STYLED_PARTS } from '@respa/contract/limits';

const input = Compile(Type.Array(chatMessages.StyledPart));
const SENTENCES: Record<FormattingMistake, string> = {
  outside: 'Оформление выходит за конец сообщения.',
  split: 'Оформление не может начинаться или кончаться внутри символа.',
  overlap: 'Оформленные части сообщения накладываются друг на друга.',
};

/**
 * Parses the formatting of a text, a JSON list of styled parts, and returns it sorted. Throws
 * `bad_input` with a sentence that says what is wrong.
 */
export function readFormatting(text: string, json: string | undefined): StyledPart[] {
  if (json === undefined || json === '') return [];
  const parts = parse(json);
  if (!input.Check(parts))
    throw appError('bad_input', { text: 'Оформление не подходит к тексту сообщения.' });
  if (parts.length > STYLED_PARTS)
    throw appError('bad_input', {
      text: `В одном сообщении не больше ${STYLED_PARTS} оформленных частей.`,
    });
  const sorted = sortStyled(
    parts.map(({ style, offset, length, emoji }) => ({
      style,
      offset,
      length,
      ...(style === 'emoji' && emoji !== undefined ? { emoji: emoji.toLowerCase() } : {}),
    })),
  );
  const mistake = findMistake(text, sorted);
  if (mistake !== null) throw appError('bad_input', { text: SENTENCES[mistake] });
  return sorted;
}
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw appError('bad_input', { text: 'Оформление не подходит к тексту сообщения.' });
  }
}
